import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { conversationPathIn } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import {
  composeRaw,
  handIn,
  inboundSettings,
  openMailCase,
} from "../../../../../tests/support/inbound-mail.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { applicationEmailEndpoints, caseEmailEndpoints } from "../../contract/emails.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

const settings = { ...inboundSettings, STAFF_EMAIL: "staff@example.com" };
const maria = "Maria Lopez <maria@example.net>";
const failed = { "Authentication-Results": "mx.example.com; spf=fail; dmarc=fail header.from=x" };

async function countNotices({ database }: TestApp): Promise<number> {
  return (await readEmails(database)).filter(({ kind }) => kind === "answer-notice").length;
}

describeEachDialect("the sender of an inbound email", (_open, createDatabase, engine) => {
  test("at another address is shown with its name, and is not the customer", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { read, reply } = await openMailCase(testApp);
    const { to } = await reply("waiting");
    await handIn(testApp, composeRaw({ To: to, From: maria }, "Please cancel Friday."));
    const { status, entries, history } = await read();
    expect(status).toBe("waiting");
    expect(entries.at(-1)).toMatchObject({
      text: "Please cancel Friday.",
      email: { sender: "other", name: "Maria Lopez", address: "maria@example.net" },
    });
    expect(history.at(-1).what).toBe("Email from another address");
    expect(await countNotices(testApp)).toBe(1);
    const page = await testApp.app.inject(await conversationPathIn(testApp.database));
    expect(page.body).toContain("Maria Lopez");
    expect(page.body).toContain("maria@example.net");
    expect(page.body).toContain("not your address");
    expect(page.body).toContain("Please cancel Friday.");
  });

  test("at another address opens a closed case again", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { read, reply } = await openMailCase(testApp);
    const { to } = await reply("done");
    await handIn(testApp, composeRaw({ To: to, From: maria }, "She fell."));
    expect((await read()).status).toBe("in-progress");
  });

  test("after 2,000 new conversations in a day is to be delivered later", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { database } = testApp;
    const next = async (from: string) =>
      (await handIn(testApp, composeRaw({ From: from, Subject: "Hello" })))[0];
    expect(await next("one@example.net")).toBe(201);
    const one = await database.db
      .selectFrom("conversation_inbound_emails")
      .selectAll()
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 2000 }, (_, index) => {
      const name = `copy-${index}`;
      const columns = { id: name, source_key: name, raw_file: null, from_address: name };
      return { ...one, ...columns, is_opening: 0 };
    });
    await database.write(async (trx) => {
      for (let start = 0; start < others.length; start += 500) {
        const some = others.slice(start, start + 500);
        await trx.insertInto("conversation_inbound_emails").values(some).execute();
      }
    });
    expect(await next("two@example.net")).toBe(201);
    await database.write((trx) =>
      trx.updateTable("conversation_inbound_emails").set({ is_opening: 1 }).execute(),
    );
    expect(await next("three@example.net")).toBe(503);
  });

  test("is the one whose reference the subject names, of two", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference } = await openMailCase(testApp);
    const ray = { name: "Ray", email: "ray@example.com", phone: "", message: "Hello" };
    const rays = await submitForm(testApp, ray);
    const both = composeRaw({ From: ray.email, Subject: `${reference} ${rays}` });
    expect(await handIn(testApp, both)).toEqual([201, `added to ${rays}`]);
  });

  test("is found by the search, by name and address", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, reply, imani } = await openMailCase(testApp);
    const { to } = await reply();
    await handIn(testApp, composeRaw({ To: to, From: maria }));
    expect((await read()).entries).toHaveLength(3);
    await makeAllCases(testApp);
    for (const words of ["lopez", "maria@example.net", "pixel"]) {
      const query = `${pathOf(inboxEndpoints.list)}?q=${encodeURIComponent(words)}`;
      const { cases } = (await imani.request("GET", query)).json();
      expect([words, cases]).toMatchObject([words, [{ reference }]]);
    }
  });

  test.each([
    [
      "an automatic reply",
      { Subject: "Automatic reply: Re: hello", "Auto-Submitted": "auto-replied" },
      "I am out of the office until Monday.",
    ],
  ])("%s changes nothing until staff treat it as a message", async (_name, headers, words) => {
    const testApp = await openTestApp(createDatabase, settings);
    const { read, reply, imani } = await openMailCase(testApp);
    const { to } = await reply("waiting");
    await handIn(testApp, composeRaw({ To: to, ...headers }, words));
    await testApp.database.write((trx) =>
      trx.updateTable("conversation_inbound_emails").set({ is_quiet: 1 }).execute(),
    );
    const before = await read();
    expect(before).toMatchObject({ status: "waiting" });
    expect(before.entries.at(-1)).toMatchObject({ text: words, email: { kind: "auto-reply" } });
    expect(await countNotices(testApp)).toBe(0);
    const { id } = before.entries.at(-1).email;
    const url = pathOf(caseEmailEndpoints.treatAsMessage).replace(":id", id);
    // Not by the path of applications.
    const both = await signInStaff(testApp, ["agent", "recruiter"], "Lena Sato");
    const other = pathOf(applicationEmailEndpoints.treatAsMessage).replace(":id", id);
    expect((await both.request("POST", other, {})).statusCode).toBe(404);
    const after = (await imani.request("POST", url, {})).json();
    expect(after).toMatchObject({ status: "in-progress" });
    expect(after.entries.at(-1)).toMatchObject({ email: { kind: "message", isQuiet: false } });
    expect(await countNotices(testApp)).toBe(1);
    expect((await imani.request("POST", url, {})).statusCode).toBe(404);
  });

  if (engine !== "sqlite") return;

  test("found forged by our mail server starts nothing", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, reply } = await openMailCase(testApp);
    await reply("done");
    const words = "Please pay the refund to my new account.";
    await handIn(testApp, composeRaw({ Subject: reference, ...failed }, words));
    const { status, entries, history } = await read();
    expect(status).toBe("done");
    expect(entries.at(-1)).toMatchObject({ text: words, email: { sender: "unconfirmed" } });
    expect(history.at(-1).what).toBe("Email whose sender is not confirmed");
    expect(await countNotices(testApp)).toBe(0);
    const page = await testApp.app.inject(await conversationPathIn(testApp.database));
    expect(page.body).toContain("Sender not confirmed");
  });

  test("is the customer if another server wrote the result, or none did", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read } = await openMailCase(testApp);
    const other = { "Authentication-Results": "mx.evil.example; dmarc=fail" };
    await handIn(testApp, composeRaw({ Subject: reference, ...other }, "One."));
    await handIn(testApp, composeRaw({ Subject: reference }, "Two."));
    const senders = (await read()).entries.map(
      ({ email }: { email: { sender: string } | null }) => email?.sender,
    );
    expect(senders).toEqual([undefined, "customer", "customer"]);
  });

  test("reads a long text whole by the link of the own conversation alone", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    await openMailCase(testApp);
    const helens = await conversationPathIn(testApp.database);
    const text = "Long. ".repeat(5000);
    await handIn(testApp, composeRaw({ From: "ray@example.com", Subject: "Hello" }, text));
    const rays = await conversationPathIn(testApp.database);
    const [, whole = ""] =
      /href="[^"]*(\/[0-9a-f-]{36}\.txt)"/.exec((await testApp.app.inject(rays)).body) ?? [];
    const read = async (path: string) => testApp.app.inject(`${path}${whole}`);
    expect((await read(rays)).body.trim()).toBe(text.trim());
    expect((await read(helens)).statusCode).toBe(404);
  });
});
