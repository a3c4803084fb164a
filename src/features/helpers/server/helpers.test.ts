import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { conversationPathIn } from "../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { accept, inviteByEmail, openHelp, postForm } from "../../../../tests/support/helpers.ts";
import {
  composeRaw,
  handIn,
  inboundSettings,
  openMailCase,
} from "../../../../tests/support/inbound-mail.ts";
import {
  confirmEmail,
  newAccount,
  signUp,
  signUpConfirmed,
} from "../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../tests/support/rows.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { brand } from "../../../brand.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { worryForm } from "../../messages/contract/forms/worry.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { helpingPath } from "../contract/helpers.ts";

const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)" name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean) ?? "";

async function readEvents({ database: { db } }: TestApp) {
  const rows = await db
    .selectFrom("webhook_messages")
    .select(["event", "data", "sequence"])
    .where("event", "like", "helper.%")
    .orderBy("position")
    .execute();
  return rows.map(({ event, data, sequence }) => ({
    event,
    sequence: Number(sequence),
    ...JSON.parse(data),
  }));
}

const kindsTo = async (testApp: TestApp, recipient: string) =>
  (await readEmails(testApp.database))
    .filter((email) => email.recipient === recipient && email.kind.startsWith("helper-"))
    .map(({ subject }) => subject);

const rosasEmail = "rosa@example.com";
const { password } = newAccount;

describeEachDialect("people who help me", (_open, createDatabase) => {
  test("see what they may, which the person sees, until they are ended", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database, clock } = testApp;
    const { rosa, maria, id } = await openHelp(testApp, ["requests"]);
    const ride = makeRequest(rosa.uid, { id: "ride", request_title: "Ride to the eye clinic" });
    await database.write((trx) => trx.insertInto("completed_requests").values(ride).execute());
    const page = await maria.request("GET", helpingPath(id));
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(page.body.includes("Ride to the eye clinic")).toBe(true);
    for (const _ of ["twice", "within minutes"]) {
      await maria.request("GET", helpingPath(id, { request: "ride" }));
    }
    const refused = await maria.request("GET", `${paths.askForHelp}?for=${id}`);
    expect([refused.statusCode, refused.body.includes("turned this off")]).toEqual([403, true]);
    const settings = await maria.request("GET", `${paths.settings}?for=${id}`);
    expect(settings.body.includes("Only Rosa can do this")).toBe(true);

    const own = await rosa.request("GET", paths.helpers);
    expect(own.body.includes("Opened your receipt for “Ride to the eye clinic”")).toBe(true);
    expect(own.body.includes("Looked at your requests")).toBe(true);
    expect(own.body.includes("m•••@example.com")).toBe(true);
    clock.now += minutes(11);
    await maria.request("GET", helpingPath(id, { request: "ride" }));
    const acts = await database.db.selectFrom("helper_acts").select("kind").orderBy("id").execute();
    expect(acts.map(({ kind }) => kind)).toEqual(["requests", "receipt", "receipt"]);
    expect(await kindsTo(testApp, rosasEmail)).toEqual([
      "Maria helps you now",
      "Maria looked at your requests",
      "Maria opened your receipt for “Ride to the eye clinic”",
    ]);

    const turnOn = { _act: "on", _id: id, _part: "asks", password };
    const on = await postForm(rosa, paths.helpers, turnOn);
    expect(on.body.includes("Maria can now do this for you")).toBe(true);
    expect((await maria.request("GET", `${paths.askForHelp}?for=${id}`)).statusCode).toBe(200);
    await postForm(rosa, paths.helpers, { _act: "end", _id: id });
    const after = await maria.request("GET", helpingPath(id, { request: "ride" }));
    expect([after.statusCode, after.body.includes("eye clinic")]).toEqual([403, false]);
    expect(await kindsTo(testApp, "maria@example.com")).toEqual([
      `Rosa asks you to help at ${brand.name}`,
      "Rosa changed what you can do",
      "Your help for Rosa has ended",
    ]);
    const twice = await postForm(rosa, paths.helpers, { _act: "end", _id: id });
    expect(twice.statusCode).toBe(404);
    const events = await readEvents(testApp);
    expect(
      events.map(({ event, sequence, mayAsk, endedBy }) => [event, sequence, mayAsk, endedBy]),
    ).toEqual([
      ["helper.invited", 1, false, null],
      ["helper.accepted", 2, false, null],
      ["helper.changed", 3, true, null],
      ["helper.ended", 4, true, "person"],
    ]);
    expect(events[1]).toMatchObject({ customer: { uid: rosa.uid }, helper: { uid: maria.uid } });
  });

  test("ask for help, which is the person's, in the open", async () => {
    const testApp = await openTestApp(createDatabase);
    const { rosa, maria, id } = await openHelp(testApp);
    const url = `${paths.askForHelp}?for=${id}`;
    const ask = { kind: "ride", words: "Ride to the bank", when: "soon" };
    const check = await postForm(maria, url, { ...ask, _act: "check" });
    expect(
      check.body.includes("You ask for “Ride to the bank” for Rosa, as soon as possible"),
    ).toBe(true);
    expect(check.body.includes("303-555-0101</b>")).toBe(false);
    const sent = await postForm(maria, url, {
      ...ask,
      _act: "send",
      _id: hidden(check.body, "_id"),
    });
    expect(sent.headers.location).toBe(`${url}&said=asked`);
    const { db } = testApp.database;
    const [request] = await db.selectFrom("requests").selectAll().execute();
    expect(request).toMatchObject({ uid: rosa.uid, title: "Ride to the bank" });
    const events = await db
      .selectFrom("events")
      .select("actor")
      .where("subject_id", "=", request?.id ?? "")
      .execute();
    expect(events).toEqual([{ actor: "Helper of the customer" }]);
    const act = { _id: request?.id ?? "", _version: String(request?.version) };
    const message = await postForm(maria, url, {
      ...act,
      _act: "message",
      message: "Later, please",
    });
    expect(message.headers.location).toBe(`${url}&said=message`);
    await postForm(maria, url, { ...act, _act: "cancel" });
    expect(await kindsTo(testApp, rosasEmail)).toEqual([
      "Maria helps you now",
      "Maria looked at your requests",
      "Maria asked for “Ride to the bank”",
      "Maria asked to change “Ride to the bank”",
      "Maria canceled “Ride to the bank”",
    ]);
    const [submission] = await testApp.submissions();
    expect(String(submission?.data.message)).toContain(
      "Maria Delgado, who helps the customer, writes:\nLater",
    );
    // Without the help, the same post is their own.
    await postForm(maria, paths.askForHelp, { ...ask, _act: "send", _id: crypto.randomUUID() });
    const requests = await db.selectFrom("requests").select("uid").orderBy("created_at").execute();
    expect(requests.map(({ uid }) => uid).sort()).toEqual([rosa.uid, maria.uid].sort());
    const off = await postForm(maria, url, { _act: "texts-off" });
    expect(off.statusCode).toBe(403);
  });

  test("read and write messages, without the person's link", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database } = testApp;
    const { rosa, maria, id } = await openHelp(testApp, ["messages"]);
    const list = helpingPath(id, { messages: "" });
    const first = await maria.request("GET", list);
    expect(first.body.includes("There are no messages yet.")).toBe(true);
    const written = {
      _act: "write",
      message: "The lamp is broken",
      _key: hidden(first.body, "_key"),
    };
    expect((await postForm(maria, list, { ...written, message: "" })).statusCode).toBe(422);
    const sent = await postForm(maria, list, written);
    expect(sent.headers.location).toBe(`${list}&said=wrote`);
    await makeAllCases(testApp);
    const listed = await maria.request("GET", list);
    const reference = /message=([A-Z0-9]{8})/.exec(listed.body)?.[1] ?? "";
    const one = helpingPath(id, { message: reference });
    const opened = await maria.request("GET", one);
    expect(opened.body.includes("Maria Delgado writes for Rosa:")).toBe(true);
    expect(opened.body.includes("/messages/")).toBe(false);
    expect(opened.body.includes(rosasEmail)).toBe(false);
    const answer = {
      _act: "answer",
      message: "It is the tall one",
      _key: hidden(opened.body, "_key"),
    };
    for (const _ of ["once", "again"]) await postForm(maria, one, answer);
    const entries = await database.db
      .selectFrom("conversation_entries")
      .select("text")
      .where("kind", "=", "message")
      .execute();
    expect(entries).toEqual([{ text: "Maria Delgado writes for Rosa:\nIt is the tall one" }]);
    const copies = (await readEmails(database)).filter(({ kind }) => kind === "message-copy");
    expect(copies.map(({ recipient }) => recipient)).toEqual([rosasEmail]);
    expect(copies[0]?.text).toContain("Maria Delgado wrote it for you:");
    const acts = await database.db.selectFrom("helper_acts").select("kind").orderBy("id").execute();
    expect(acts.map(({ kind }) => kind)).toEqual(["messages", "wrote", "message", "wrote"]);
    // Emails repeat our receipts, with the link that needs no login.
    const token = "a1-_".repeat(16);
    const quoted = `> /messages/${token}\n> /messages/${token.slice(0, 40)}\n> ${token.slice(40)}\nBye`;
    await database.write(async (trx) => {
      await trx.updateTable("conversation_entries").set({ text: quoted }).execute();
      await trx.updateTable("cases").set({ snippet: quoted }).execute();
    });
    for (const url of [list, one]) {
      const { statusCode, body } = await maria.request("GET", url);
      expect([statusCode, body.includes("Bye")]).toEqual([200, true]);
      expect(body).not.toMatch(/a1-_a1|_a1-_a/);
    }
    // A worry may be about the helper.
    const setForm = (form: string) =>
      database.write((trx) => trx.updateTable("cases").set({ form }).execute());
    for (const form of ["WorryReports", "CancellationRequests", "OurEmails"]) {
      await setForm(form);
      expect((await maria.request("GET", list)).body).toContain("There are no messages yet.");
      expect((await maria.request("GET", one)).body).toContain("We can’t find this message");
    }
    await setForm("ContactForm");
    const foreign = await signUpConfirmed(testApp, { email: "foreign@example.com" });
    const other = await testApp.app.inject({
      method: "POST",
      url: "/api/submissions/ContactForm",
      payload: { name: "F", phone: "", email: "foreign@example.com", message: "Mine" },
    });
    await makeAllCases(testApp);
    const theirs = await maria.request("GET", helpingPath(id, { message: other.json().reference }));
    expect([
      theirs.body.includes("We can’t find this message"),
      theirs.body.includes("Mine"),
    ]).toEqual([true, false]);
    const file = `${paths.helping}/file?for=${id}&message=${other.json().reference}&file=${foreign.uid}`;
    expect((await maria.request("GET", file)).statusCode).toBe(404);
    // Others may have written from an address that its owner did not confirm.
    await database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ email_verified_at: null })
        .where("uid", "=", rosa.uid)
        .execute(),
    );
    expect((await maria.request("GET", list)).body).toContain("There are no messages yet.");
  });

  test("see no link, address of a writer or worry in emails and merged messages", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { database, app } = testApp;
    const { maria, id } = await openHelp(testApp, ["messages"]);
    const { imani, read, reply } = await openMailCase(testApp);
    const own = { name: "Rosa", phone: "", email: rosasEmail, message: "The lamp" };
    const reference = await submitForm(testApp, own);
    await makeAllCases(testApp);
    const { to } = await reply("waiting", reference);
    const link = await conversationPathIn(database);
    expect((await app.inject({ url: link })).statusCode).toBe(200);
    const [, token = ""] = /^\/messages\/([\w-]+)$/.exec(link) ?? [];
    const safe = encodeURIComponent(`https://example.com${link}`);
    const quotes = [
      `> https://example.com${link}`,
      `> https://example.com/messages/\n> ${token}`,
      `> /messages/${token.slice(0, 20)}\n> > ${token.slice(20, 40)}\n> > ${token.slice(40)}`,
      `> /mess\n> ages/${token}`,
      `https://safelinks.example.net/?url=${safe}&data=1`,
      `https://safelinks.example.net/?url=${encodeURIComponent(safe)}`,
    ];
    const body = `Bye\n${quotes.join("\n\n")}\n\nRegards\n${"Long. ".repeat(20_000)}`;
    const from = "Tom Reed <tom.reed@example.net>";
    expect((await handIn(testApp, composeRaw({ To: to, From: from }, body)))[0]).toBe(201);
    await makeAllCases(testApp);
    const list = helpingPath(id, { messages: "" });
    const one = helpingPath(id, { message: reference });
    const opened = await maria.request("GET", one);
    const [file = ""] = /\/[\w/-]*\?for=[^"]*\.txt/.exec(opened.body) ?? [];
    const whole = await maria.request("GET", file.replaceAll("&amp;", "&"));
    expect([whole.statusCode, whole.body.includes("Regards")]).toEqual([200, true]);
    const parts = [0, 20, 40].map((start) => token.slice(start, start + 20));
    for (const { body: text } of [opened, whole, await maria.request("GET", list)]) {
      expect(parts.filter((part) => text.includes(part))).toEqual([]);
      expect(text).not.toMatch(/tom\.reed@|Tom Reed|not your address/);
    }
    const worry = { ...validValues(worryForm), email: rosasEmail };
    const second = await submitForm(testApp, own);
    const third = await submitForm(testApp, worry, worryForm.collection);
    await makeAllCases(testApp);
    const mergePath = pathOf(inboxEndpoints.merge);
    for (const [from, into] of [
      [third, second],
      [second, reference],
    ] as const) {
      const body = { version: (await read(from)).version, into };
      const merged = await imani.request("PUT", mergePath.replace(":id", from), body);
      expect(merged.statusCode).toBe(200);
    }
    expect((await maria.request("GET", list)).body).toContain("There are no messages yet.");
    expect((await maria.request("GET", one)).body).toContain("We can’t find this message");
  });

  test("accept an invitation once, in time, with a confirmed account of their own", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock } = testApp;
    const rosa = await signUpConfirmed(testApp, { firstName: "Rosa", email: rosasEmail });
    const tom = await signUp(testApp.app, { firstName: "Tom", email: "tom@example.com" });
    const answer = async (by: typeof rosa, code: string, _act = "accept") => {
      const response = await postForm(by, paths.helping, { _act, code });
      return [
        response.statusCode,
        response.statusCode === 303
          ? ""
          : (/role="alert"[^>]*>(?:<[^>]*>)*([^<]*)/.exec(response.body)?.[1] ?? ""),
      ];
    };
    const token = await inviteByEmail(testApp, rosa, "maria@example.com");
    const shown = await testApp.app.inject({ url: `${paths.helping}?invitation=${token}` });
    expect(shown.body.includes("Create an account")).toBe(true);
    expect(await answer(rosa, token)).toEqual([
      422,
      "You are logged in as the person who asks for help.",
    ]);
    expect((await answer(tom, token))[1]).toContain("Confirm the email of your account first");
    await confirmEmail(testApp, tom);
    const own = await inviteByEmail(testApp, rosa, "tom@example.com");
    await accept(tom, own);
    expect(await answer(tom, own)).toEqual([410, "This link was already used or is too old."]);

    const invited = {
      _act: "invite-by-code",
      name: "Ann Lee",
      relation: "Rather not say",
      requests: "on",
    };
    const page = await postForm(rosa, paths.helpers, invited);
    const code = /\b[A-Z0-9]{5}-[A-Z0-9]{5}\b/.exec(page.body)?.[0] ?? "";
    // Without a limit of guesses, only tokens are looked up.
    for (const typed of [code, `${code}${"-".repeat(32)}`]) {
      const guessed = await testApp.app.inject({ url: `${paths.helping}?invitation=${typed}` });
      expect(guessed.body.includes("Create an account")).toBe(false);
    }
    const ann = await signUpConfirmed(testApp, { firstName: "Ann", email: "ann@example.com" });
    expect(await answer(ann, "AAAAA-AAAAA", "code")).toEqual([422, expect.anything()]);
    const typed = await postForm(ann, paths.helping, {
      _act: "code",
      code: ` ${code.toLowerCase()} `,
    });
    expect(typed.body.includes(`value="accept"`)).toBe(true);
    clock.now += days(14);
    expect((await answer(ann, code))[0]).toBe(410);
    const { db } = testApp.database;
    const { id } = await db
      .selectFrom("helpers")
      .select("id")
      .where("name", "=", "Ann Lee")
      .executeTakeFirstOrThrow();
    const again = await postForm(rosa, paths.helpers, { _act: "again", _id: id, password });
    const fresh = /\b[A-Z0-9]{5}-[A-Z0-9]{5}\b/.exec(again.body)?.[0] ?? "";
    expect((await answer(ann, fresh))[0]).toBe(303);
    const stored = JSON.stringify(await db.selectFrom("helpers").selectAll().execute());
    for (const secret of [token, own, code, fresh]) expect(stored).not.toContain(secret);
    // Not somebody else's invitation.
    expect((await postForm(tom, paths.helpers, { _act: "end", _id: id })).statusCode).toBe(404);
    const declined = await inviteByEmail(testApp, rosa, "no@example.com");
    expect((await answer(ann, declined, "decline"))[0]).toBe(303);
    expect((await rosa.request("GET", paths.helpers)).body).toMatch(
      "did not accept your invitation",
    );
  });

  test("leave what they did, without who they were, when they delete their account", async () => {
    const testApp = await openTestApp(createDatabase);
    const { rosa, maria, id } = await openHelp(testApp, ["requests"]);
    await maria.request("GET", helpingPath(id));
    const deleted = await maria.request("POST", apiPaths.deleteAccount, { password });
    expect(deleted.statusCode).toBeLessThan(300);
    const { db } = testApp.database;
    const rows = await db.selectFrom("helpers").selectAll().execute();
    expect(rows).toMatchObject([
      { uid: rosa.uid, name: "A former helper", email: "", email_key: "", ended_by: "deleted" },
    ]);
    expect(await db.selectFrom("helper_logins").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("helper_acts").selectAll().execute()).toHaveLength(1);
    const own = await rosa.request("GET", paths.helpers);
    expect(own.body.includes("The account of this helper was deleted")).toBe(true);
    const events = await readEvents(testApp);
    expect(JSON.stringify(events)).not.toContain(maria.uid);
    expect(events.at(-1)).toMatchObject({
      event: "helper.ended",
      endedBy: "deleted",
      helper: null,
    });
  });
});
