import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { makeAllCases } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import {
  firebaseTime,
  hashConfigText,
  hashLikeFirebase,
  optionsOf,
  writeExport,
} from "../../../../tests/support/firebase-export.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { brand } from "../../../brand.ts";

const opsMain = path.join(import.meta.dirname, "../../../app/ops/main.ts");
const at = Date.UTC(2025, 2, 3, 4, 5, 6, 789);
const asked = {
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.com",
  platform: brand.name,
};

/** Every collection of the specification, with what is kept beside, and what cannot be stored. */
const documents: Readonly<Record<string, Record<string, unknown>>> = {
  "Users/ada": {
    ...{ firstName: "Ada", lastName: "Byron", emailAddress: "ada@example.com", city: "Boulder" },
    ...{ phoneNumber: "303-555-0101", state: "co", zip: 80302, uid: "ada" },
    ...{ stripeAccountId: "acct_1", favorite: { _path: "ProProviders/pat" } },
  },
  "Users/ada/CompletedRequests/r1": {
    ...{ id: "r1", requestTitle: "A ride", assignedTo: "Pat", assignedToUid: "pat", tip: 2 },
    ...{ requestCompleted: true, dateCompleted: firebaseTime(at - 789), price: 24.5 },
  },
  "Users/ada/CompletedRequests/r2": { requestTitle: "A walk", price: "about 10" },
  "Users/gone/CompletedRequests/r1": { requestTitle: "Nobody's" },
  "Users/ada/Notes/n1": { text: "unknown" },
  "WebSupportRequests/x": {
    ...{ ...asked, supportId: "ABC", contactMethod: "E-mail", details: "Help" },
    ...{ timestamp: firebaseTime(at), appVersion: "2.1" },
  },
  "ContactForm/x": {
    name: "Ada",
    phone: "",
    email: "ada@example.com",
    message: "Hi",
    timestamp: firebaseTime(at),
  },
  "WebFeatureSubmissions/x": {
    ...asked,
    phone: "",
    featureRequest: "More",
    timestamp: firebaseTime(at),
  },
  "WebFeedbackSubmissions/x": {
    ...asked,
    phone: "",
    feedback: "Good",
    timestamp: firebaseTime(at),
  },
  "WebInvestorSubmissions/x": {
    ...{ firstName: "Ada", lastName: "Byron", email: "ada@example.com", phone: "", notes: "" },
    ...{ communicationMethod: "E-mail", investmentAmount: "lots", equityPercentage: "1" },
    timestamp: firebaseTime(at),
  },
  "DataDeletionRequests/x": {
    ...{ name: "Ben", platform: brand.name, email: "ben@example.com", phone: "", supportId: "DEF" },
    timestamp: firebaseTime(at),
  },
  "NewsletterRegistration/n": {
    ...{ email: "ada@example.com", timestamp: firebaseTime(at), source: "website_footer" },
    ...{ formTime: 4000, jsVerified: true, userAgent: "Browser" },
  },
  "NewsletterRegistration/never": { email: "never@example.com", timestamp: firebaseTime(at) },
};

const user = (localId: string, more: object = {}) => ({
  ...{ localId, email: `${localId}@example.com`, emailVerified: true, createdAt: String(at) },
  ...more,
});

async function writeFiles(folder: string, users: readonly object[], docs: typeof documents) {
  await mkdir(path.join(folder, "firestore"), { recursive: true });
  const lines = Object.entries(docs).map(([own, data]) => JSON.stringify({ path: own, data }));
  // Subcollections before their people, in another file: the order of an export is any.
  const [first, second] = [lines.filter((line) => /Users.*\//.test(line)), lines];
  await writeFile(path.join(folder, "firestore/a.ndjson"), first.join("\n"));
  await writeFile(
    path.join(folder, "firestore/b.ndjson"),
    second.filter((line) => !first.includes(line)).join("\n"),
  );
  await writeFile(path.join(folder, "users.json"), JSON.stringify({ users }));
  await writeFile(path.join(folder, "hash.txt"), hashConfigText);
}

describeEachDialect("an import from Firebase", (_open, createDatabase, engine) => {
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options, { RATE_LIMITS: "off" });
    const folder = await mkdtemp(path.join(os.tmpdir(), "export-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const run = (...args: string[]) =>
      runOps({ ...options, env: { PUBLIC_URL: "https://house.example" } }, ...args);
    return {
      ...site,
      databaseUrl: options.databaseUrl,
      folder,
      run,
      importAll: (...more: string[]) =>
        run("import", "firebase", ...optionsOf(folder, false), ...more),
      report: async () =>
        Object.fromEntries(
          (await readFile(path.join(folder, "report.ndjson"), "utf8"))
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line))
            .map(({ path: own, action, why }) => [own, why === "" ? action : `${action}: ${why}`]),
        ),
      records: async (collection: string) => JSON.parse((await run("records", collection)).stdout),
      logIn: (email: string, password: string) =>
        site.app.inject({ method: "POST", url: apiPaths.login, payload: { email, password } }),
    };
  }

  test("brings every collection with its ids, times and values, and nobody gets an email", async () => {
    const site = await openSite();
    await site.run("newsletter", "suppress", "--email", "never@example.com", "--reason", "Asked");
    const password = "old".repeat(7);
    const users = [
      user("ada", { ...hashLikeFirebase(password), displayName: "Ada B" }),
      user("gia", { providerUserInfo: [{ providerId: "google.com" }] }),
      { localId: "anonymous" },
    ];
    await writeFiles(site.folder, users, documents);
    const dry = await site.importAll("--dry-run");
    expect([dry.code, dry.stderr]).toEqual([0, ""]);
    expect(await site.records("Users")).toEqual([]);
    const done = await site.importAll();
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(dry.stdout.replaceAll("(dry run, nothing changed) ", "").split("\n")).toContain(
      "Requests: 2 added, 1 skipped",
    );
    for (const [own, data] of Object.entries(documents)) {
      const [collection = "", id, below, belowId] = own.split("/");
      if (below === "Notes" || id === "gone" || id === "never") continue;
      const name = below ? `${collection}/${id}/${below}` : collection;
      const found = (await site.records(name)).find(
        (one: { id: string }) => one.id === (belowId ?? id),
      );
      const { timestamp, ...others } = data;
      const { tip: _tip, favorite: _favorite, appVersion: _version, ...known } = others;
      const fits = {
        ...known,
        ...(own.endsWith("r1") && { dateCompleted: Math.floor(at / 1000) }),
        ...(own.endsWith("r2") && { price: null }),
        ...(own === "Users/ada" && { zip: "80302" }),
        ...(timestamp !== undefined && { timestamp: new Date(at).toISOString() }),
      };
      expect(found?.data, own).toMatchObject(fits);
    }
    expect(await site.report()).toMatchObject({
      "auth:ada": "added",
      "auth:anonymous": expect.stringContaining("skipped: It is anonymous"),
      "Users/gone/CompletedRequests/r1": "skipped: Its customer has no account here.",
      "Users/ada/Notes/n1": expect.stringContaining("unknown: "),
      "NewsletterRegistration/never": "skipped: Its address is suppressed here.",
    });
    const unknown = path.join(site.dataDir, "imports/unknown-documents.ndjson");
    expect(await readFile(unknown, "utf8")).toBe(
      `${JSON.stringify({ path: "Users/ada/Notes/n1", data: { text: "unknown" } })}\n`,
    );
    await makeAllCases(site);
    const cases = await site.database.db.selectFrom("cases").select(["form", "status"]).execute();
    expect(cases.filter(({ status }) => status === "new")).toEqual([
      { form: "DataDeletionRequests", status: "new" },
    ]);
    expect(await site.database.db.selectFrom("mail_outbox").select("kind").execute()).toEqual([]);

    const hash = async () =>
      (
        await site.database.db
          .selectFrom("accounts")
          .select("password_hash")
          .where("uid", "=", "ada")
          .executeTakeFirst()
      )?.password_hash;
    expect(await hash()).toMatch(/^\$firebase-scrypt\$/);
    expect((await site.logIn("ada@example.com", "wrong password")).statusCode).toBe(401);
    const signedIn = await site.logIn("Ada@example.com", password);
    expect(signedIn.statusCode).toBe(200);
    expect(await hash()).toMatch(/^\$argon2id\$/);
    expect((await site.logIn("ada@example.com", password)).statusCode).toBe(200);
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const copy = await site.app.inject({ url: apiPaths.myData, headers });
    for (const kept of ["appVersion", "2.1", "ProProviders/pat", "about 10", "Ada B", "80302"]) {
      expect(strFromU8(unzipSync(copy.rawPayload)["my-data.json"] ?? new Uint8Array())).toContain(
        kept,
      );
    }
    const change = await site.app.inject({
      ...{ method: "POST", url: apiPaths.changePassword, headers },
      payload: { password, newPassword: password },
    });
    expect(change.statusCode).toBe(422);
    const link = await site.run("accounts", "welcome", "--email", "gia@example.com");
    expect(link.code).toBe(0);
  });

  test("brings only what changed; what was changed or deleted here stays as it is", async () => {
    const site = await openSite();
    const old = hashLikeFirebase("first password");
    await writeFiles(site.folder, [user("ada", old), user("ben", old)], {
      ...documents,
      "Users/ben": { firstName: "Ben" },
    });
    await site.run("newsletter", "suppress", "--email", "never@example.com", "--reason", "Asked");
    await site.importAll();
    expect((await site.importAll()).stdout).not.toMatch(/added|updated|kept/);

    expect((await site.logIn("ada@example.com", "first password")).statusCode).toBe(200);
    await site.run("requests", "complete", "--email", "ada@example.com", "r2");
    await site.run("accounts", "delete", "--email", "ben@example.com");
    await site.database.write((trx) =>
      trx.deleteFrom("submissions").where("collection", "=", "ContactForm").execute(),
    );
    const next = hashLikeFirebase("second password");
    await writeFiles(site.folder, [user("ada", next), user("ben", next), user("cy", next)], {
      ...documents,
      "Users/ada": { ...documents["Users/ada"], city: "Denver" },
      "Users/ben": { firstName: "Benjamin" },
      "Users/ada/CompletedRequests/r1": {
        ...documents["Users/ada/CompletedRequests/r1"],
        price: 30,
      },
      "Users/ada/CompletedRequests/r2": { requestTitle: "A long walk" },
      "Users/ada/CompletedRequests/r3": { requestTitle: "New" },
      "WebSupportRequests/x": { ...documents["WebSupportRequests/x"], details: "More help" },
      "ContactForm/late": { email: "ben@example.com", message: "Hi", timestamp: firebaseTime(at) },
    });
    const second = await site.importAll();
    expect([second.code, second.stderr]).toEqual([0, ""]);
    expect(await site.report()).toEqual({
      "Users/gone/CompletedRequests/r1": "skipped: Its customer has no account here.",
      "auth:ada": "kept: Its password is kept: its owner has logged in here.",
      "auth:ben": "skipped: It was deleted here.",
      "auth:cy": "added",
      "Users/ada": "updated",
      "Users/ben": "skipped: It was deleted here.",
      "Users/ada/CompletedRequests/r1": "updated",
      "Users/ada/CompletedRequests/r2": "kept: It was changed here since the last import.",
      "Users/ada/CompletedRequests/r3": "added",
      "Users/ada/Notes/n1": expect.stringContaining("unknown"),
      "WebSupportRequests/x": "updated",
      "ContactForm/x": "skipped: It was deleted here.",
      "ContactForm/late": "skipped: It was deleted here.",
      "NewsletterRegistration/never": "skipped: Its address is suppressed here.",
    });
    expect((await site.records("Users")).map((one: { id: string }) => one.id)).toEqual([
      "ada",
      "cy",
    ]);
    expect(
      (await site.records("Users/ada/CompletedRequests")).map(
        (one: { data: { price: number; requestTitle: string } }) => [
          one.data.requestTitle,
          one.data.price,
        ],
      ),
    ).toEqual([
      ["A ride", 30],
      ["A walk", null],
      ["New", null],
    ]);
    expect((await site.logIn("ada@example.com", "first password")).statusCode).toBe(200);
    expect((await site.logIn("cy@example.com", "second password")).statusCode).toBe(200);
  });

  test("goes on after a kill, without doubles, and stores pictures as uploads are", async () => {
    const site = await openSite();
    const size = { people: 300, requests: 3000, pictures: 3 };
    const given = await writeExport(site.folder, size);
    const broken = path.join(site.folder, "storage/ProProviders/pat/ProfilePicture");
    await mkdir(broken, { recursive: true });
    await writeFile(path.join(broken, "profilePic"), "no picture");
    const count = async (table: "accounts" | "completed_requests" | "requests" | "pictures") =>
      Number(
        (
          await site.database.db.selectFrom(table).select(sql<number>`count(*)`.as("n")).execute()
        )[0]?.n,
      );
    const child = spawn(process.execPath, [opsMain, "import", "firebase", ...given], {
      env: { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl ?? "" },
      stdio: "ignore",
    });
    await expect
      .poll(() => count("completed_requests"), { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    const before = await count("completed_requests");
    expect(before).toBeLessThan(size.requests);
    const done = await site.run("import", "firebase", ...given);
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toContain(`Requests: ${size.requests - before} added, ${before} unchanged`);
    expect(
      await Promise.all(
        (["accounts", "completed_requests", "requests", "pictures"] as const).map(count),
      ),
    ).toEqual([300, 3000, 3000, 3]);
    expect(await site.report()).toMatchObject({
      "Users/person0/ProfilePicture/profilePic": "added",
      "ProProviders/pat/ProfilePicture/profilePic": expect.stringMatching(/^skipped: /),
    });
    const picture = await site.database.db
      .selectFrom("pictures")
      .select(["path", "file"])
      .executeTakeFirstOrThrow();
    const stored = await readFile(path.join(site.dataDir, "files", picture.path, picture.file));
    expect(stored.toString("latin1", 8, 12)).toBe("WEBP");
    await writeExport(site.folder, { ...size, changedEvery: 100 });
    const second = await site.run("import", "firebase", ...given);
    expect(second.stdout).toContain("Users: 3 updated, 297 unchanged");
    expect(second.stdout).toContain("Requests: 30 updated, 2970 unchanged");
    expect(second.stdout).toContain("Pictures: 3 unchanged, 1 skipped");
  });

  if (engine !== "sqlite") return;

  test("says what it could not read, and reads everything else", async () => {
    const site = await openSite();
    await writeFiles(site.folder, [user("ada"), { email: "nobody@example.com" }], {});
    const folder = path.join(site.folder, "firestore");
    const tree = {
      Users: {
        ada: { firstName: "Ada", CompletedRequests: { r1: { requestTitle: "A ride" } } },
        bea: {
          firstName: "Bea",
          __collections__: { CompletedRequests: { r2: { requestTitle: "A walk" } } },
        },
      },
    };
    await writeFile(path.join(folder, "tree.json"), JSON.stringify(tree));
    const long = JSON.stringify({ path: "Users/long", data: { firstName: "x".repeat(5e6) } });
    const [bad, nul] = ['{"path":"Users"}', '{"path":"Users/nul","data":{"city":"\\u0000"}}'];
    const wide = JSON.stringify({ path: "ContactForm/wide", data: { name: "é".repeat(3000) } });
    await writeFile(path.join(folder, "bad.ndjson"), ["{", bad, long, nul, wide].join("\n"));
    const run = await site.importAll();
    expect([run.code, run.stderr]).toEqual([
      1,
      `4 could not be read, everything else was: see ${path.join(site.folder, "report.ndjson")}.\n`,
    ]);
    expect(await site.report()).toEqual({
      "auth:ada": "added",
      "users.json[1]": "unreadable: It has no localId.",
      "bad.ndjson:1": "unreadable: The line is not JSON.",
      "bad.ndjson:2": "unreadable: Its path names no document.",
      "bad.ndjson:3": "unreadable: The line is longer than 4 MB.",
      "ContactForm/wide": "skipped: The field name is longer than 200 characters.",
      "Users/nul": "skipped: The field city has a character that cannot be stored.",
      "Users/ada": "added",
      "Users/bea": "added",
      "Users/ada/CompletedRequests/r1": "added",
      "Users/bea/CompletedRequests/r2": "added",
    });
    const together = optionsOf(site.folder, false).map((one) =>
      one === folder ? site.folder : one,
    );
    expect((await site.run("import", "firebase", ...together)).stderr).toMatch(/^1 could not/);
    const key = /signer_key: (\S+),/.exec(hashConfigText)?.[1] ?? "";
    for (const [config, why] of [
      [hashConfigText.replace("SCRYPT", "BCRYPT"), "its algorithm is not SCRYPT"],
      [hashConfigText.replace("mem_cost: 14", "mem_cost: 30"), "more than 64 MB"],
      [hashConfigText.replace(/base64_signer_key.*\n/, ""), "it has no base64_signer_key"],
    ] as const) {
      await writeFile(path.join(site.folder, "hash.txt"), config);
      const refused = await site.importAll();
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(why)]);
      expect(refused.stderr).not.toContain(key);
    }
    for (const given of [[], ["--report", "x"], ["--auth", "/nowhere"], ["--firestore", opsMain]]) {
      expect((await site.run("import", "firebase", ...given)).code).toBe(1);
    }
  });
});
