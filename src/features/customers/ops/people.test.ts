import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps, runOpsMain, runOpsWith } from "../../../../tests/support/ops.ts";
import { bombPng, heicStart, phonePicture } from "../../../../tests/support/pictures.ts";
import { newAccount, signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import type { DatabaseOptions } from "../../../platform/server/db/client.ts";
import { toCsvLine } from "../../../platform/server/parsing/csv.ts";
import type { RequestResponse } from "../contract/profile.ts";

const ride = {
  id: "r1",
  requestTitle: "Ride to the eye doctor",
  assignedTo: "Marcus Hill",
  assignedToUid: "marcus",
  requestCompleted: true,
  dateCompleted: 1_780_000_000,
  price: 24.5,
};
const open = {
  id: "r2",
  requestTitle: "=1+1 groceries",
  assignedTo: "",
  assignedToUid: "",
  requestCompleted: false,
};

/** A reference as the writer of CSV writes it. */
const text = (reference = "") => toCsvLine([reference]).trimEnd();

describeEachDialect("the operator and people", (_open, createDatabase, engine) => {
  /** The server, Ruth's account on it, and its database options. */
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options);
    const ruth = await signUp(site.app);
    return { ...site, options, ruth };
  }

  function add(options: DatabaseOptions, list: unknown, email: string = newAccount.email) {
    return runOpsWith(JSON.stringify(list), options, "requests", "add", "--email", email);
  }

  test("records prints Users with exactly the spec's fields, optional ones only if set", async () => {
    const { options, ruth, database } = await openSite();
    const { email, password: _password, phone, ...shared } = newAccount;
    const data = { ...shared, emailAddress: email, phoneNumber: phone, uid: ruth.uid };
    const before = await runOps(options, "records", "Users");
    expect(JSON.parse(before.stdout)).toStrictEqual([{ id: ruth.uid, data }]);

    const change = { stripe_account_id: "acct_1", address_line1: "1 Elm" };
    await database.write((trx) => trx.updateTable("profiles").set(change).execute());
    const [after] = JSON.parse((await runOps(options, "records", "Users")).stdout);
    expect(after.data).toEqual({ ...data, stripeAccountId: "acct_1", addressLine1: "1 Elm" });
    const csv = await runOps(options, "records", "Users", "--csv");
    expect(csv.stdout).toBe(
      "\uFEFFid,reference,firstName,lastName,emailAddress,phoneNumber,addressLine1,city,state,zip,uid,stripeAccountId\r\n" +
        `${ruth.uid},,Ruth,Abernathy,ruth@example.com,\u200B303-555-0101,1 Elm,Boulder,CO,\u200B80302,${ruth.uid},acct_1\r\n`,
    );
  });

  test("requests added while the server runs appear at once, for their owner only", async () => {
    const { options, ruth } = await openSite();
    const run = await add(options, [ride, open], newAccount.email.toUpperCase());
    const name = `Users/${ruth.uid}/CompletedRequests`;
    expect(run).toEqual({ code: 0, stdout: `Added to ${name}: 2\n`, stderr: "" });
    const shown = (await ruth.request("GET", apiPaths.requests)).json();
    expect(shown).toEqual([
      { ...open, dateCompleted: null, price: null, reference: expect.any(String), picture: null },
      { ...ride, reference: expect.any(String), picture: null },
    ]);
    const [second, first]: string[] = shown.map(({ reference }: RequestResponse) => reference);
    expect([first, second].filter((reference = "") => !isReference(reference))).toEqual([]);
    const records = await runOps(options, "records", name);
    expect(JSON.parse(records.stdout)).toEqual([
      { id: "r1", reference: first, data: ride },
      { id: "r2", reference: second, data: { ...open, dateCompleted: null, price: null } },
    ]);
    const csv = await runOps(options, "records", name, "--csv");
    expect(csv.stdout.split("\r\n").slice(1)).toEqual([
      `r1,${text(first)},r1,Ride to the eye doctor,Marcus Hill,marcus,true,1780000000,24.5`,
      `r2,${text(second)},r2,'=1+1 groceries,,,false,,`,
      "",
    ]);
  });

  test("a receipt's reference finds its request, and nobody else's", async () => {
    const { app, options, ruth } = await openSite();
    const sam = await signUp(app, { email: "sam@example.com" });
    await add(options, [ride, open]);
    await add(options, [ride], "sam@example.com");
    const read = async ({ request }: typeof ruth) =>
      (await request("GET", `${apiPaths.requests}/r1`)).json().reference;
    const [reference, other] = [await read(ruth), await read(sam)];
    expect(other).not.toBe(reference);
    const found = JSON.parse((await runOps(options, "find", reference.toLowerCase())).stdout);
    const collection = `Users/${ruth.uid}/CompletedRequests`;
    expect(found).toEqual([{ collection, id: "r1", reference, data: ride }]);
  });

  test("an existing request is left alone, a different one with its id is rejected", async () => {
    const { options, ruth } = await openSite();
    const name = `Users/${ruth.uid}/CompletedRequests`;
    await add(options, [ride]);
    const again = await add(options, [ride, open]);
    expect(again).toMatchObject({
      code: 0,
      stdout: `Added to ${name}: 1\nAlready stored, not replaced: r1\n`,
    });
    const other = await add(options, [
      { ...open, id: "r3" },
      { ...ride, price: 1 },
    ]);
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toMatch(/^Nothing was stored\. .*: r1\n$/);
    const records = JSON.parse((await runOps(options, "records", name)).stdout);
    expect(records.map(({ id }: { id: string }) => id)).toEqual(["r1", "r2"]);
    expect(records[0].data.price).toBe(24.5);
  });

  test("a thousand requests are added while the server keeps saving", async () => {
    const { options, ruth } = await openSite();
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...ride, id: `id-${index}` }));
    let isDone = false;
    const adding = add(options, many).finally(() => {
      isDone = true;
    });
    let version = 1;
    for (; !isDone; version += 1) {
      const body = { version, changes: { city: `City ${version}` } };
      expect((await ruth.request("PATCH", apiPaths.profile, body)).statusCode).toBe(200);
    }
    expect(version).toBeGreaterThan(3);
    expect((await adding).code).toBe(0);
    expect((await ruth.request("GET", apiPaths.requests)).json()).toHaveLength(1000);
  });

  test("find looks people up by either address and by support ID", async () => {
    const { options, ruth } = await openSite();
    const body = { version: 1, changes: { emailAddress: "Ruth.New@example.com" } };
    await ruth.request("PATCH", apiPaths.profile, body);
    const { supportId } = (await ruth.request("GET", apiPaths.profile)).json();
    for (const word of ["RUTH@example.com", "ruth.new@example.com", supportId.toLowerCase()]) {
      const { stdout, code } = await runOps(options, "find", word);
      expect(code, word).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject([
        { collection: "Users", id: ruth.uid, supportId, loginEmail: newAccount.email },
      ]);
    }
    expect((await runOps(options, "find", "ruth")).code).toBe(1);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("one invalid request prevents storing any, and every error is listed", async () => {
    const { options, ruth } = await openSite();
    const { id: _id, ...withoutId } = ride;
    const rejected: [unknown, string][] = [
      [withoutId, "request 2, id: must be text"],
      [{ ...ride, id: "a/b" }, "request 2, id: must be 1 to 128 characters without a slash"],
      [{ ...ride, id: ".." }, 'neither "." nor ".."'],
      [{ ...ride, requestTitle: " " }, "request 2, requestTitle: must not be empty"],
      [{ ...ride, requestTitle: "\0" }, "request 2, requestTitle: has a character"],
      [{ ...ride, assignedToUid: "../x" }, "request 2, assignedToUid: may hold letters"],
      [{ ...ride, requestCompleted: "yes" }, "request 2, requestCompleted: must be true or false"],
      [{ ...ride, dateCompleted: 1_780_000_000_000 }, "seconds since 1970, not milliseconds"],
      [{ ...ride, dateCompleted: "2026-05-01" }, "request 2, dateCompleted: must be whole seconds"],
      [{ ...ride, price: "24.50" }, "request 2, price: must be a number of US dollars"],
      [{ ...ride, price: 24.505 }, "at most two digits after the point"],
      [{ ...ride, price: -1 }, "request 2, price: must not be negative"],
      [{ ...ride, tip: 5 }, "request 2: unknown field tip"],
      ["ride", "request 2: must be an object"],
      [open, "the id r2 is given twice"],
    ];
    const everything = await add(options, [open, ...rejected.map(([request]) => request)]);
    expect(everything).toMatchObject({ code: 1, stdout: "" });
    const said = everything.stderr.replaceAll(/request \d+/g, "request 2");
    for (const [, words] of rejected) expect(said).toContain(words);
    expect((await ruth.request("GET", apiPaths.requests)).json()).toEqual([]);
  });

  test("requests add rejects anything but a list, too many requests, and an unknown person", async () => {
    const { options } = await openSite();
    const command = ["requests", "add", "--email", newAccount.email] as const;
    const many = Array.from({ length: 1001 }, (_, index) => ({ ...ride, id: `${index}` }));
    const attempts = [
      [await runOpsMain("no json", options, ...command), "Standard input is not JSON"],
      [await add(options, { ride }), "Give a JSON array"],
      [await add(options, many), "at most 1000"],
      [await add(options, [ride], "nobody@example.com"), "No account has the login email nobody@"],
      [await runOps(options, "requests", "add"), "Name the account"],
    ] as const;
    for (const [run, words] of attempts) {
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain(words);
    }
  });

  test("a provider's picture from the operator is shown with the person's requests", async () => {
    const { options, ruth, dataDir } = await openSite();
    await add(options, [ride]);
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-pictures-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "marcus.jpg");
    await writeFile(file, await phonePicture());
    const put = (...args: string[]) => runOps(options, "pictures", "put", "--provider", ...args);
    expect(await put("marcus", file)).toEqual({
      code: 0,
      stdout: "Stored ProProviders/marcus/ProfilePicture/profilePic\n",
      stderr: "",
    });
    const [request] = (await ruth.request("GET", apiPaths.requests)).json();
    expect((await ruth.request("GET", request.picture)).headers["content-type"]).toBe("image/webp");

    const rejected = {
      "bomb.png": [bombPng(50_000), "too many pixels"],
      "photo.heic": [heicStart(), "HEIC"],
      "words.png": [Buffer.from("words"), "JPEG, PNG, WebP or AVIF"],
      "film.png": [Buffer.alloc(11_000_000), "larger than 10 MB"],
    } as const;
    for (const [name, [bytes, words]] of Object.entries(rejected)) {
      await writeFile(path.join(folder, name), bytes);
      const run = await put("marcus", path.join(folder, name));
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain(words);
    }
    const wrong = [["../x", file], ["marcus"], ["marcus", path.join(folder, "none.jpg")], [""]];
    for (const args of wrong) expect((await put(...args)).code).toBe(1);
    const stored = path.join(dataDir, "files/ProProviders");
    expect(await readdir(stored)).toEqual(["marcus"]);
    expect(await readdir(path.join(stored, "marcus/ProfilePicture/profilePic"))).toHaveLength(1);
  });

  test("requests of an unknown person are an empty list, with a warning", async () => {
    const { options, ruth } = await openSite();
    const own = await runOps(options, "records", `Users/${ruth.uid}/CompletedRequests`);
    expect(own).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
    const run = await runOps(options, "records", "Users/nobody/CompletedRequests");
    expect(run).toEqual({ code: 0, stdout: "[]\n", stderr: "There is no account nobody.\n" });
    for (const name of ["Users/x/Requests", "Users//CompletedRequests", "Users/x/y/z"]) {
      const wrong = await runOps(options, "records", name);
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).toContain("Users/<uid>/CompletedRequests");
    }
  });
});
