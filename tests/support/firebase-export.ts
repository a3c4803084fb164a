import { createCipheriv, scryptSync } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

/** The project's password hash parameters: the example of https://github.com/firebase/scrypt. */
export const hashConfigText = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`;
const signerKey = Buffer.from(/signer_key: (\S+),/.exec(hashConfigText)?.[1] ?? "", "base64");
const saltSeparator = Buffer.from("Bw==", "base64");

/** A password as the old site stored it. */
export function hashLikeFirebase(password: string, salt = "42xEC+ixf3L2lw==") {
  const salts = Buffer.concat([Buffer.from(salt, "base64"), saltSeparator]);
  const key = scryptSync(password, salts, 32, { N: 2 ** 14, r: 8, p: 1 });
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  return { passwordHash: cipher.update(signerKey).toString("base64"), salt };
}

/** A time as the database's library writes it. */
export const firebaseTime = (ms: number) => ({
  _seconds: Math.floor(ms / 1000),
  _nanoseconds: (ms % 1000) * 1e6,
});

interface ExportSize {
  readonly people: number;
  readonly requests: number;
  readonly pictures: number;
  /** One in so many requests and profiles is another than in the export before. */
  readonly changedEvery?: number;
}

/** The password of everybody in a made export: longer than a new one may be. */
const oldPassword = "an old password of many words";

/** Writes an export of any size. @returns its options for `import firebase` */
export async function writeExport(
  folder: string,
  { people, requests, pictures, changedEvery = 0 }: ExportSize,
): Promise<readonly string[]> {
  const hashed = hashLikeFirebase(oldPassword);
  const uids = Array.from({ length: people }, (_, index) => `person${index}`);
  const isChanged = (index: number) => changedEvery > 0 && index % changedEvery === 0;
  await mkdir(path.join(folder, "firestore"), { recursive: true });
  const users = uids.map((uid, index) => ({
    localId: uid,
    email: `${uid}@example.com`,
    emailVerified: index % 2 === 0,
    ...hashed,
    createdAt: String(Date.UTC(2024, 0, 1) + index),
    providerUserInfo: [{ providerId: "password", email: `${uid}@example.com` }],
  }));
  await writeFile(path.join(folder, "users.json"), JSON.stringify({ users }));
  await writeFile(path.join(folder, "hash.txt"), hashConfigText);
  await writeLines(path.join(folder, "firestore/Users.ndjson"), people, (index) => ({
    path: `Users/${uids[index]}`,
    data: {
      firstName: `First${index}`,
      lastName: isChanged(index) ? "Changed" : "Last",
      emailAddress: `${uids[index]}@example.com`,
      phoneNumber: "303-555-0101",
      city: "Boulder",
      state: "CO",
      zip: "80302",
      uid: uids[index],
    },
  }));
  await writeLines(path.join(folder, "firestore/CompletedRequests.ndjson"), requests, (index) => ({
    path: `Users/${uids[index % people]}/CompletedRequests/request${index}`,
    data: {
      id: `request${index}`,
      requestTitle: isChanged(index) ? "Another ride" : "A ride",
      assignedTo: `Provider ${index % 50}`,
      assignedToUid: `provider${index % 50}`,
      requestCompleted: index % 3 !== 0,
      dateCompleted: firebaseTime(Date.UTC(2025, 0, 1) + index * 60_000),
      price: (index % 9000) / 100,
    },
  }));
  const bytes = await sharp({
    create: { width: 900, height: 700, channels: 3, background: "#79c" },
  })
    .jpeg()
    .toBuffer();
  for (const uid of uids.slice(0, pictures)) {
    const own = path.join(folder, "storage/Users", uid, "ProfilePicture");
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, "profilePic"), bytes);
  }
  return optionsOf(folder, pictures > 0);
}

export function optionsOf(folder: string, hasPictures = true): readonly string[] {
  const at = (name: string) => path.join(folder, name);
  return [
    ...["--auth", at("users.json"), "--hash-config", at("hash.txt")],
    ...["--firestore", at("firestore"), ...(hasPictures ? ["--storage", at("storage")] : [])],
    ...["--report", at("report.ndjson")],
  ];
}

async function writeLines(
  file: string,
  count: number,
  line: (index: number) => object,
): Promise<void> {
  const stream = createWriteStream(file);
  for (let index = 0; index < count; index += 1) {
    if (!stream.write(`${JSON.stringify(line(index))}\n`)) await once(stream, "drain");
  }
  await new Promise((resolve) => stream.end(resolve));
}
