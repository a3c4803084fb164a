// Writes what "ops import firebase" reads. Plain JavaScript for Node 20 and later; the only package is
// firebase-admin, which is installed beside this file where it runs, not in this repository.
//
//   node firebase-export.mjs <new folder> [--bucket <name>] [--only auth,firestore,storage]
//
// GOOGLE_APPLICATION_CREDENTIALS names the key file of a service account with the role "Firebase Admin".
import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";

process.umask(0o077);

const parts = ["auth", "firestore", "storage"];
/** Accounts, or documents, that the project sends at a time. */
const pageSize = 1000;
const documentsAtOnce = 500;

const { values, positionals } = parseArgs({
  options: { bucket: { type: "string" }, only: { type: "string" } },
  allowPositionals: true,
});
const [folder] = positionals;
const wanted = values.only?.split(",") ?? parts;
if (positionals.length !== 1 || wanted.some((part) => !parts.includes(part))) {
  fail(
    "Usage: node firebase-export.mjs <new folder> [--bucket <name>] [--only auth,firestore,storage]",
  );
}
await mkdir(folder, { recursive: true });
if ((await readdir(folder)).length > 0) fail(`${folder} is not empty: name a new folder.`);

const [{ initializeApp, applicationDefault }, { getAuth }, firestore, { getStorage }] =
  await Promise.all(
    ["app", "auth", "firestore", "storage"].map((name) => import(`firebase-admin/${name}`)),
  ).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    fail(
      "firebase-admin is missing. Copy this file into an empty folder and run there: npm install firebase-admin",
    );
  });
initializeApp({ credential: applicationDefault(), storageBucket: values.bucket });
// Changes from now on are in the next export.
const exportedAt = new Date().toISOString();
if (wanted.includes("auth")) await exportAccounts(getAuth());
if (wanted.includes("firestore")) await exportDocuments(firestore.getFirestore());
if (wanted.includes("storage")) await exportPictures(getStorage().bucket());
await writeFile(path.join(folder, "export.json"), `${JSON.stringify({ exportedAt })}\n`);
console.log(
  `Wrote ${folder}. It holds personal data and password hashes: delete it after the import.`,
);

/** Accounts as `firebase auth:export` writes them. */
async function exportAccounts(auth) {
  const out = openLines("users.json");
  await out.write('{ "users": [');
  let count = 0;
  let unreadable = 0;
  for (let token; ; ) {
    const page = await auth.listUsers(pageSize, token);
    for (const user of page.users) {
      const isPassword = user.providerData.some(({ providerId }) => providerId === "password");
      if (isPassword && !user.passwordHash) unreadable += 1;
      await out.write(`${count === 0 ? "" : ","}\n${JSON.stringify(toExported(user))}`);
      count += 1;
    }
    token = page.pageToken;
    if (!token) break;
  }
  await out.write("\n] }\n");
  await out.close();
  console.log(`Accounts: ${count}`);
  if (unreadable > 0) {
    console.error(
      `${unreadable} accounts came without their password hash: the service account needs the permission firebaseauth.configs.getHashConfig.`,
    );
    process.exitCode = 1;
  }
}

function toExported(user) {
  const time = (text) => (text ? String(Date.parse(text)) : undefined);
  const base64 = (text) => text?.replaceAll("-", "+").replaceAll("_", "/");
  return {
    localId: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    passwordHash: base64(user.passwordHash),
    salt: base64(user.passwordSalt),
    displayName: user.displayName,
    photoUrl: user.photoURL,
    phoneNumber: user.phoneNumber,
    disabled: user.disabled,
    createdAt: time(user.metadata.creationTime),
    lastSignedInAt: time(user.metadata.lastSignInTime),
    customAttributes: user.customClaims,
    mfaInfo: user.multiFactor?.enrolledFactors,
    providerUserInfo: user.providerData,
  };
}

/** One file for each collection, with everything below it. */
async function exportDocuments(database) {
  for (const collection of await database.listCollections()) {
    const out = openLines(`firestore/${encodeURIComponent(collection.id)}.ndjson`);
    const count = await exportCollection(collection, out);
    await out.close();
    console.log(`${collection.id}: ${count} documents`);
  }
}

async function exportCollection(collection, out) {
  let count = 0;
  const { FieldPath } = firestore;
  for (let last; ; ) {
    const query = collection.orderBy(FieldPath.documentId()).limit(documentsAtOnce);
    const { docs } = await (last ? query.startAfter(last) : query).get();
    for (const document of docs) {
      const line = {
        path: document.ref.path,
        data: toPlain(document.data()),
        createTime: toPlain(document.createTime),
        updateTime: toPlain(document.updateTime),
      };
      await out.write(`${JSON.stringify(line)}\n`);
      count += 1;
    }
    if (docs.length < documentsAtOnce) break;
    last = docs.at(-1);
  }
  // Also documents without fields, which only lead to what is below them.
  for (const document of await collection.listDocuments()) {
    for (const below of await document.listCollections())
      count += await exportCollection(below, out);
  }
  return count;
}

/** Times as `{ _seconds, _nanoseconds }`, references as `{ _path }`. */
function toPlain(value) {
  const { DocumentReference, GeoPoint, Timestamp } = firestore;
  if (value instanceof Timestamp) {
    return { _seconds: value.seconds, _nanoseconds: value.nanoseconds };
  }
  if (value instanceof DocumentReference) return { _path: value.path };
  if (value instanceof GeoPoint) return { _latitude: value.latitude, _longitude: value.longitude };
  if (value instanceof Uint8Array) return { _base64: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]));
}

/** The pictures of people and providers, at their paths. */
async function exportPictures(bucket) {
  let count = 0;
  for (const prefix of ["Users/", "ProProviders/"]) {
    for await (const file of bucket.getFilesStream({ prefix })) {
      if (!/^(?:Users|ProProviders)\/[\w-]+\/ProfilePicture\/profilePic$/.test(file.name)) continue;
      const destination = path.join(folder, "storage", ...file.name.split("/"));
      await mkdir(path.dirname(destination), { recursive: true });
      await file.download({ destination });
      count += 1;
    }
  }
  console.log(`Pictures: ${count}`);
}

function openLines(name) {
  const file = path.join(folder, name);
  const ready = mkdir(path.dirname(file), { recursive: true });
  let stream;
  return {
    async write(text) {
      await ready;
      stream ??= createWriteStream(file);
      if (!stream.write(text)) await new Promise((resolve) => stream.once("drain", resolve));
    },
    async close() {
      stream?.end();
      if (stream) await finished(stream);
    },
  };
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
