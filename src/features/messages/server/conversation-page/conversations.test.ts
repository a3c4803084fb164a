import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { specForms } from "../../../../../tests/support/spec-forms.ts";
import { signInAgain, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days, minutes, seconds } from "../../../../platform/contract/durations.ts";
import { conversationDays, conversationStatus } from "../../contract/conversations.ts";
import { inboxForms } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Too small" };
const answer = { act: "message", message: "It is a Pixel.", _key: "page-1" };

async function openConversation(testApp: TestApp) {
  const reference = await submitForm(testApp, helen);
  const path = await conversationPathIn(testApp.database);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const read = async () => {
    await makeAllCases(testApp);
    const url = pathOf(inboxEndpoints.read).replace(":id", reference);
    return (await imani.request("GET", url)).json();
  };
  const open = async (address = path) => testApp.app.inject(address);
  const edit = async (change: object) => {
    const { version } = await read();
    const url = pathOf(inboxEndpoints.change).replace(":id", reference);
    await imani.request("PATCH", url, { version, edit: change });
  };
  return { reference, path, imani, read, open, edit };
}

describeEachDialect("a conversation", (_open, createDatabase, engine) => {
  test("shows the messages and the status, and nothing from the desk", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, read, open, edit } = await openConversation(testApp);
    const first = await open();
    expect(first.body).toContain(conversationStatus.new);
    expect(first.body).toContain(helen.message);
    await read();
    const notes = pathOf(inboxEndpoints.addNote).replace(":id", reference);
    await imani.request("POST", notes, { text: "She is nice.", mentions: [] });
    await edit({ status: "in-progress", assigneeId: imani.id, tags: ["text size"] });
    const { body } = await open();
    expect(body).toContain(conversationStatus["in-progress"]);
    expect(body).toContain("Imani has your message");
    for (const inside of ["She is nice", "Bell", "text size", "imani.bell@"]) {
      expect(body).not.toContain(inside);
    }
    const { version } = await read();
    const reply = {
      text: "Which <b>phone</b>?",
      blanks: {},
      statusAfter: "waiting",
      templateId: "",
    };
    const send = pathOf(replyEndpoints.send).replace(":id", reference);
    await imani.request("POST", send, { ...reply, version });
    testApp.clock.now += seconds(10);
    await sendDueReplies(testApp.context);
    const answered = (await open()).body;
    expect(answered).toContain(conversationStatus.waiting);
    expect(answered).toContain("Which &lt;b&gt;phone&lt;/b&gt;?");
  });

  test("accepts a message once: the case reopens and its assignee is notified", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, path, imani, read, edit } = await openConversation(testApp);
    await read();
    await edit({ status: "done", assigneeId: imani.id });
    testApp.clock.now += minutes(10);
    const sent = await postTo(testApp, path, answer);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path}?sent#sent`]);
    expect((await postTo(testApp, path, answer)).statusCode).toBe(303);
    expect(await read()).toMatchObject({
      status: "in-progress",
      snippet: answer.message,
      activeAt: new Date(testApp.clock.now).toISOString(),
      entries: [{}, { kind: "message", via: "page", staffId: null, text: answer.message }],
      history: [
        {},
        {},
        { staffId: null, what: "Answered on the message page" },
        { staffId: null, what: "Status: Done to In progress" },
      ],
    });
    const emails = await readEmails(testApp.database);
    const ofKind = (kind: string) => emails.filter((one) => one.kind === kind);
    expect(ofKind("answer-notice")).toMatchObject([
      { recipient: "imani.bell@example.com", subject: `New answer: ${reference}` },
    ]);
    expect(ofKind("answer-notice")[0]?.text).not.toContain("Pixel");
    expect(ofKind("message-copy")).toMatchObject([{ recipient: helen.email }]);
    expect(ofKind("message-copy")[0]?.text).toContain(answer.message);
    const found = await imani.request("GET", `${pathOf(inboxEndpoints.list)}?q=pixel`);
    expect(found.json().cases).toMatchObject([{ reference }]);
    const edited = await postTo(testApp, path, { ...answer, message: "No, an iPad." });
    expect(edited.statusCode).toBe(303);
    expect((await read()).entries).toHaveLength(3);
  });

  test("tells nobody at the desk of an answer in spam, and not a disabled assignee", async () => {
    const testApp = await openTestApp(createDatabase, { STAFF_EMAIL: "staff@example.com" });
    const { database, clock } = testApp;
    const { path, imani, read, edit } = await openConversation(testApp);
    const notices = async () =>
      (await readEmails(database)).flatMap(({ kind, recipient }) =>
        kind === "answer-notice" ? [recipient] : [],
      );
    await read();
    await edit({ isSpam: true });
    await postTo(testApp, path, answer);
    expect(await notices()).toEqual([]);
    await edit({ isSpam: false, assigneeId: imani.id });
    await database.write((trx) =>
      trx.updateTable("staff").set({ disabled_at: clock.now }).where("id", "=", imani.id).execute(),
    );
    await postTo(testApp, path, { ...answer, _key: "second" });
    expect(await notices()).toEqual(["staff@example.com"]);
  });

  test("moves up in the list of its tag with a new message", async () => {
    const testApp = await openTestApp(createDatabase);
    const { path, imani, read, edit, reference } = await openConversation(testApp);
    await read();
    await edit({ tags: ["visits"] });
    testApp.clock.now += minutes(11);
    const newer = await submitForm(testApp, { ...helen, email: "ed@example.com" });
    await makeAllCases(testApp);
    const url = pathOf(inboxEndpoints.change).replace(":id", newer);
    await imani.request("PATCH", url, { version: 1, edit: { tags: ["visits"] } });
    const listed = async () => {
      const list = `${pathOf(inboxEndpoints.list)}?tag=visits&sort=newest`;
      const { cases } = (await imani.request("GET", list)).json();
      return cases.map((one: { reference: string }) => one.reference);
    };
    expect(await listed()).toEqual([newer, reference]);
    testApp.clock.now += minutes(1);
    await postTo(testApp, path, answer);
    expect(await listed()).toEqual([reference, newer]);
  });

  test("is solved or withdrawn with a button, never by opening a link", async () => {
    const testApp = await openTestApp(createDatabase);
    const { path, read, open } = await openConversation(testApp);
    await read();
    const ask = await open(`${path}?take-back`);
    expect(ask.body).toContain("Take your message back?");
    for (const query of ["?solved", "?sent", "?act=solved", "?act=take-back"])
      await open(path + query);
    expect(await read()).toMatchObject({ status: "new", version: 1 });
    expect((await postTo(testApp, path, { act: "solved" })).headers.location).toBe(
      `${path}?solved#`,
    );
    expect(await read()).toMatchObject({
      status: "done",
      history: [{ what: "The customer marked it as solved" }, { what: "Status: New to Done" }],
    });
    expect((await open(`${path}?solved`)).body).toContain("Thank you for telling us.");
    await postTo(testApp, path, { act: "take-back" });
    expect(await read()).toMatchObject({ status: "taken-back" });
    expect((await open()).body).toContain(conversationStatus["taken-back"]);
    await postTo(testApp, path, answer);
    expect(await read()).toMatchObject({ status: "in-progress" });
  });

  test("stays valid for 90 more days after each message and reply", async () => {
    const testApp = await openTestApp(createDatabase);
    const { path, imani, reference, open, read } = await openConversation(testApp);
    await read();
    testApp.clock.now += days(conversationDays - 1);
    await postTo(testApp, path, answer);
    testApp.clock.now += minutes(30);
    // A note of staff is no message.
    const notes = pathOf(inboxEndpoints.addNote).replace(":id", reference);
    const again = (await signInAgain(testApp, "Imani Bell")) ?? imani;
    await again.request("POST", notes, { text: "She is nice.", mentions: [] });
    testApp.clock.now -= minutes(30);
    testApp.clock.now += days(conversationDays - 1);
    const { statusCode, headers } = await open();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    testApp.clock.now += days(1);
    expect((await open()).statusCode).toBe(404);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("is opened by the link in the acknowledgment of each of the six forms", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    for (const { collection, answers } of specForms.filter((one) => one.collection in inboxForms)) {
      testApp.clock.now += days(1);
      const reference = await submitForm(testApp, answers, collection);
      const { statusCode, body } = await testApp.app.inject(
        await conversationPathIn(testApp.database),
      );
      expect([collection, statusCode, body.includes(reference)]).toEqual([collection, 200, true]);
    }
  });

  test("without an assignee notifies the address for new forms, or nobody", async () => {
    const testApp = await openTestApp(createDatabase, { STAFF_EMAIL: "team@example.com" });
    const { path } = await openConversation(testApp);
    await postTo(testApp, path, answer);
    const notices = (await readEmails(testApp.database)).filter(
      ({ kind }) => kind === "answer-notice",
    );
    expect(notices).toMatchObject([{ recipient: "team@example.com" }]);
    const silent = await openTestApp(createDatabase);
    const other = await openConversation(silent);
    await postTo(silent, other.path, answer);
    const kinds = (await readEmails(silent.database)).map(({ kind }) => kind);
    expect(kinds).not.toContain("answer-notice");
  });

  test("keeps what was typed and shows the error", async () => {
    const testApp = await openTestApp(createDatabase);
    const { path, read } = await openConversation(testApp);
    const empty = await postTo(testApp, path, { ...answer, message: "  " });
    expect(empty.statusCode).toBe(422);
    expect(empty.body).toContain("<title>Error: ");
    expect(empty.body).toContain('<a href="#add-message">Please write your message first.</a>');
    const long = await postTo(testApp, path, { ...answer, message: "z".repeat(10_001) });
    expect([long.statusCode, long.body.includes("z".repeat(10_001))]).toEqual([422, true]);
    const robot = await postTo(testApp, path, { ...answer, _q7: "x" });
    expect([robot.statusCode, robot.body.includes(answer.message)]).toEqual([400, true]);
    expect((await postTo(testApp, path, { ...answer, other: "x" })).statusCode).toBe(400);
    expect((await read()).entries).toHaveLength(1);
    let last = 303;
    for (let count = 0; count < 25; count += 1) {
      last = (await postTo(testApp, path, { ...answer, _key: `${count}` })).statusCode;
    }
    expect(last).toBe(429);
    expect((await read()).entries).toHaveLength(21);
  });

  test("keeps its token out of the log", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const testApp = await openTestApp(createDatabase, { LOG_LEVEL: "trace" }, logs);
    const { path, open } = await openConversation(testApp);
    await open();
    await open(`${path}/`);
    await open(`${path.replace("messages", "Messages")}?x`);
    await postTo(testApp, path, { ...answer, message: "" });
    await testApp.app.inject({ method: "PUT", url: path });
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.join("")).not.toContain(path.slice(-40));
  });

  test("shows the same page for a wrong, an expired and a deleted link", async () => {
    const testApp = await openTestApp(createDatabase);
    const { path, open } = await openConversation(testApp);
    const letter = path.at(20) === "A" ? "B" : "A";
    const wrong = `${path.slice(0, 20)}${letter}${path.slice(21)}`;
    const answers = [await open(wrong), await open(`${path.slice(0, -2)}xx`)];
    const cut = [await open("/messages/x"), await open(path.slice(0, -9))];
    for (const { statusCode, body } of cut) {
      expect([statusCode, body.includes("This link is incomplete.")]).toEqual([404, true]);
    }
    testApp.clock.now += days(conversationDays) - 1;
    expect((await open()).statusCode).toBe(200);
    testApp.clock.now += 1;
    answers.push(await open());
    await testApp.database.write((trx) => trx.deleteFrom("submissions").execute());
    testApp.clock.now -= days(1);
    answers.push(await open());
    for (const { statusCode, body, headers } of answers) {
      expect([statusCode, body === answers[0]?.body]).toEqual([404, true]);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
      });
    }
    expect((await postTo(testApp, path, answer)).statusCode).toBe(404);
    expect((await postTo(testApp, wrong, { act: "solved" })).statusCode).toBe(404);
  });
});
