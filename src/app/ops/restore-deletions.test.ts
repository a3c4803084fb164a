import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { validValues } from "../../../tests/support/form-values.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { phonePicture } from "../../../tests/support/pictures.ts";
import { signUp, signUpConfirmed } from "../../../tests/support/portal.ts";
import { TestBrowser } from "../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { contactForm } from "../../features/messages/contract/forms/contact.ts";
import { newsletter } from "../../features/newsletter/contract/newsletter.ts";
import { dataDeletionForm } from "../../features/privacy/contract/data-deletion.ts";
import { repeatBeforeServing } from "../../features/privacy/server/deletion/job.ts";
import { writeList } from "../../features/privacy/server/deletion/write-list.ts";
import { submissionPath } from "../../platform/contract/form-engine/submission.ts";
import type { DatabaseOptions } from "../../platform/server/db/client.ts";

const { names } = newsletter;
/** Everything about Ruth is deleted by a request, Sam's account by himself. */
const [ruth, sam] = ["ruth@example.com", "sam@example.com"] as const;
/** Of Grace one message is deleted, of Hugo the newsletter, of Tia an application; Kate stays. */
const [grace, hugo, tia, kate] = [
  "grace@example.com",
  "hugo@example.com",
  "tia@example.com",
  "kate@example.com",
] as const;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-deletions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function post({ app }: TestApp, collection: string, payload: object): Promise<string> {
  const response = await app.inject({ method: "POST", url: submissionPath(collection), payload });
  if (response.statusCode !== 201) throw new Error(response.body);
  return String(response.json().reference);
}

const subscribe = (site: TestApp, email: string) =>
  post(site, newsletter.collection, {
    [names.email]: email,
    [names.formTime]: 5000,
    [names.token]: "12345678",
  });

const write = (site: TestApp, email: string) =>
  post(site, contactForm.collection, { ...validValues(contactForm), email });

/** The numbers of records that are found by each address. */
async function countFound(options: DatabaseOptions): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const email of [ruth, sam, grace, hugo, tia, kate]) {
    const { stdout } = await runOps(options, "find", email);
    found[email] = JSON.parse(stdout).length;
  }
  return found;
}

describeEachDialect("deletions made after a backup", (_open, createDatabase, engine) => {
  /** A site, its backup, and the deletions made since. */
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options, { RATE_LIMITS: "off" });
    const ops = async (...args: string[]) => {
      const run = await runOps(options, ...args);
      expect(run).toMatchObject({ code: 0, stderr: "" });
      return run.stdout;
    };
    const person = await signUpConfirmed(site, { email: ruth });
    const picture = await phonePicture();
    await person.request("PUT", apiPaths.picture, picture, { "content-type": "image/jpeg" });
    await signUpConfirmed(site, { email: sam });
    for (const email of [ruth, sam, grace, hugo, kate]) await write(site, email);
    for (const email of [ruth, hugo, kate]) await subscribe(site, email);
    await new TestBrowser(site.app).apply("care", undefined, { email: ruth });
    const application = await new TestBrowser(site.app).apply("pro", undefined, { email: tia });
    const message = JSON.parse(await ops("find", grace))[0].reference;
    const folder = await makeFolder();
    const file = path.join(folder, "site.backup");
    await ops("backup", file);
    const before = await countFound(options);
    expect(before).toEqual({
      [ruth]: 4,
      [sam]: 2,
      [grace]: 1,
      [hugo]: 2,
      [tia]: 1,
      [kate]: 2,
    });

    const request = await post(site, dataDeletionForm.collection, {
      ...validValues(dataDeletionForm),
      email: ruth,
    });
    await ops("deletion", "carry-out", request, "--email", ruth);
    await ops("accounts", "delete", "--email", sam);
    await ops("submissions", "delete", message);
    await ops("newsletter", "delete", "--email", hugo);
    await ops("applications", "delete", application);
    await writeList(site.database, site.context.config, site.clock.now);
    return { site, options, file, folder, ops };
  }

  const gone = { [ruth]: 0, [sam]: 0, [grace]: 0, [hugo]: 1, [tia]: 0, [kate]: 2 };

  test("are repeated by the restore, without anything personal in list and output", async () => {
    const { options, file } = await openSite();
    const list = path.join(options.dataDir, "deletions");
    const entries = await Promise.all(
      (await readdir(list)).map((name) => readFile(path.join(list, name), "utf8")),
    );
    expect(entries).toHaveLength(5);
    for (const entry of entries) expect(entry).not.toMatch(/@|example|\bruth\b|\bsam\b/i);

    const target = await createDatabase();
    const run = await runOps(target, "restore", file, "--deletions", options.dataDir);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain(
      "Repeated deletions that were made after the backup: 5. Of these, 5 found data to delete.\n",
    );
    expect(run.stdout).not.toContain("@");
    expect(await countFound(target)).toEqual(gone);
    const left = await readdir(path.join(target.dataDir, "files"), { recursive: true });
    expect(left.filter((name) => name.endsWith(".webp"))).toEqual([]);
    expect((await runOps(target, "mail")).stdout).not.toContain("account-deleted");
  });

  test("are repeated by the server before it serves, and in the list again after", async () => {
    const { options, file } = await openSite();
    const target = await createDatabase();
    const run = await runOps(target, "restore", file);
    expect(run.stdout).toContain("No list of deletions was found");
    expect((await countFound(target))[ruth]).toBe(4);

    const list = path.join(target.dataDir, "deletions");
    await cp(path.join(options.dataDir, "deletions"), list, { recursive: true });
    let logs = "";
    const output = {
      write(line: string) {
        logs += line;
      },
    };
    const second = await openTestApp(async () => target, { LOG_LEVEL: "info" }, output);
    await repeatBeforeServing(second.context, second.app.log);
    expect(logs).toContain(
      '"repeated":5,"found":5,"msg":"the database was restored: repeated deletions made since"',
    );
    expect(logs).not.toMatch(/@|example\.com/);
    expect(await countFound(target)).toEqual(gone);
    // A restored DATA_DIR without the list gets it again, from what the database knows.
    const before = (await readdir(list)).toSorted();
    await rm(list, { recursive: true });
    await repeatBeforeServing(second.context, second.app.log);
    await writeList(second.database, second.context.config, second.clock.now);
    expect((await readdir(list)).toSorted()).toEqual(before);
  });

  test("are not repeated for those who came back before the backup", async () => {
    const { site, options, folder, ops } = await openSite();
    await signUp(site.app, { email: sam });
    await write(site, ruth);
    const later = path.join(folder, "later.backup");
    await ops("backup", later);
    const target = await createDatabase();
    const run = await runOps(target, "restore", later, "--deletions", options.dataDir);
    expect(run.stdout).toContain("made after the backup: 0.");
    // Of Ruth her new message, and the request, which is kept.
    expect(await countFound(target)).toMatchObject({ [ruth]: 2, [sam]: 1 });
  });

  // What follows reads files.
  if (engine !== "sqlite") return;

  test("of another database are left alone, and stay in the list", async () => {
    const { options, file, site } = await openSite();
    const value = Buffer.alloc(32, 1).toString("base64url");
    await site.database.write(async (trx) => {
      await trx.updateTable("app_secrets").set({ value }).where("name", "=", "keys").execute();
      await trx.updateTable("carried_out_deletions").set({ listed_at: null }).execute();
    });
    await writeList(site.database, site.context.config, site.clock.now);
    const target = await createDatabase();
    const run = await runOps(target, "restore", file, "--deletions", options.dataDir);
    expect(run.stdout).toContain("Of another database, and left alone: 5 deletions.\n");
    expect((await countFound(target))[ruth]).toBe(4);
  });

  test("that cannot be read are reported after the others were repeated", async () => {
    const { options, file } = await openSite();
    await writeFile(path.join(options.dataDir, "deletions/broken.json"), "{");
    const target = await createDatabase();
    const run = await runOps(target, "restore", file, "--deletions", options.dataDir);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("damaged: broken");
    expect(await countFound(target)).toEqual(gone);
    const missing = await runOps(target, "restore", file, "--deletions", target.dataDir);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("There is no list of deletions in");
  });
});
