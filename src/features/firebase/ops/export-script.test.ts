import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import {
  hashConfigText,
  hashLikeFirebase,
  optionsOf,
} from "../../../../tests/support/firebase-export.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { twoColors } from "../../../../tests/support/pictures.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";

const script = path.join(import.meta.dirname, "../../../../scripts/firebase-export.mjs");
const run = promisify(execFile);

/** The parts of firebase-admin that the script calls, with one of everything. */
const library: Readonly<Record<string, string>> = {
  app: "export const initializeApp = () => {}, applicationDefault = () => {};",
  auth: `const user = (uid, more) => ({ uid, email: uid + "@example.com", emailVerified: true, disabled: false,
      metadata: { creationTime: "Sat, 01 Mar 2025 00:00:00 GMT" }, providerData: [], ...more });
    const password = ${JSON.stringify(hashLikeFirebase("an old password"))};
    const webSafe = (text) => text.replaceAll("+", "-").replaceAll("/", "_");
    export const getAuth = () => ({ listUsers: async (_size, token) => token
      ? { users: [user("gia", { providerData: [{ providerId: "google.com" }] })] }
      : { users: [user("ada", { passwordHash: webSafe(password.passwordHash),
          passwordSalt: webSafe(password.salt), providerData: [{ providerId: "password" }] })], pageToken: "next" } });`,
  firestore: `export class Timestamp { constructor(seconds) { this.seconds = seconds; this.nanoseconds = 5e8; } }
    export class DocumentReference { constructor(path) { this.path = path; } }
    export class GeoPoint { constructor() { this.latitude = 40; this.longitude = -105; } }
    export const FieldPath = { documentId: () => "id" };
    const time = new Timestamp(1740787200);
    const collection = (id, documents) => ({ id, orderBy: () => ({ limit: () => ({ get: async () => ({ docs:
        Object.entries(documents).map(([key, { below: _, ...data }]) => ({ ref: new DocumentReference(id + "/" + key),
          data: () => data, createTime: time, updateTime: time })) }) }) }),
      listDocuments: async () => Object.entries(documents).map(([key, { below = {} }]) => ({ listCollections: async () =>
        Object.entries(below).map(([name, inner]) => collection(id + "/" + key + "/" + name, inner)) })) });
    const requests = { r1: { requestTitle: "A ride", requestCompleted: true, dateCompleted: time } };
    export const getFirestore = () => ({ listCollections: async () => [collection("Users", {
      ada: { firstName: "Ada", home: new GeoPoint(), friend: new DocumentReference("Users/gia"),
        below: { CompletedRequests: requests } } })] });`,
  storage: `import { copyFile } from "node:fs/promises";
    export const getStorage = () => ({ bucket: () => ({ async *getFilesStream({ prefix }) {
      if (prefix !== "Users/") return;
      for (const name of ["Users/ada/ProfilePicture/profilePic", "Users/ada/Vault/secret"]) {
        yield { name, download: ({ destination }) => copyFile("picture", destination) };
      } } }) });`,
};

describeOnSqlite("the script that exports a Firebase project", (_open, createDatabase) => {
  test("writes what the import reads", async () => {
    const options = await createDatabase("with tables");
    const { database } = await openTestApp(async () => options);
    const cwd = await mkdtemp(path.join(os.tmpdir(), "project-"));
    onTestFinished(() => rm(cwd, { recursive: true, force: true }));
    await copyFile(script, path.join(cwd, "firebase-export.mjs"));
    const start = (...args: string[]) =>
      run(process.execPath, ["firebase-export.mjs", ...args], { cwd });
    await expect(start("out")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("npm install firebase-admin"),
    });

    const folder = path.join(cwd, "node_modules/firebase-admin");
    await mkdir(folder, { recursive: true });
    const exports = Object.keys(library).map((name) => [`./${name}`, `./${name}.js`]);
    const about = { type: "module", exports: Object.fromEntries(exports) };
    await writeFile(path.join(folder, "package.json"), JSON.stringify(about));
    for (const [name, text] of Object.entries(library)) {
      await writeFile(path.join(folder, `${name}.js`), text);
    }
    await writeFile(path.join(cwd, "picture"), await twoColors().png().toBuffer());
    const { stdout } = await start("out");
    expect(stdout).toContain("Accounts: 2\nUsers: 2 documents\nPictures: 1\n");
    await expect(start("out")).rejects.toMatchObject({
      stderr: "out is not empty: name a new folder.\n",
    });

    const out = path.join(cwd, "out");
    await writeFile(path.join(out, "hash.txt"), hashConfigText);
    const since = ["--since", path.join(out, "export.json")];
    const done = await runOps(options, "import", "firebase", ...optionsOf(out));
    expect(done).toEqual({
      code: 0,
      stdout: "Accounts: 2 added\nUsers: 1 added\nRequests: 1 added\nPictures: 1 added\n",
      stderr: "",
    });
    const [ada, gia] = await database.db
      .selectFrom("accounts")
      .selectAll()
      .orderBy("uid")
      .execute();
    expect(ada?.password_hash).toMatch(/^\$firebase-scrypt\$/);
    expect([ada?.created_at, ada?.added_at]).toEqual([Date.UTC(2025, 2, 1), null]);
    expect(gia?.added_at).not.toBeNull();
    const profile = await database.db
      .selectFrom("profiles")
      .select("imported")
      .orderBy("uid")
      .execute();
    expect(JSON.parse(profile[0]?.imported ?? "")).toEqual([
      ["friend", { _path: "Users/gia" }],
      ["home", { _latitude: 40, _longitude: -105 }],
    ]);
    const file = path.join(out, "firestore/Users.ndjson");
    await writeFile(file, (await readFile(file, "utf8")).replace('"Ada"', '"Augusta"'));
    for (const [given, users] of [
      [since, "1 unchanged"],
      [[], "1 updated"],
    ] as const) {
      const again = await runOps(options, "import", "firebase", ...optionsOf(out), ...given);
      expect(again.stdout).toContain(`Users: ${users}\n`);
    }
  });
});
