import { expect, test } from "vitest";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import {
  applicationPath,
  indexAllApplications,
  listAt,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { submissionExtras } from "../../../../platform/contract/form-engine/submission.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../../recruiting/contract/replies.ts";
import { deleteApplication } from "../../../recruiting/server/resumes/discard.ts";
import { conversationNames } from "../../contract/conversations.ts";
import { inboundMailEndpoints } from "../../contract/inbound-mail.ts";
import { templateEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "./send-due.ts";

const token = "i".repeat(32);
const settings = {
  RATE_LIMITS: "off",
  INBOUND_MAIL_TOKEN: token,
  INBOUND_MAIL_ADDRESS: "reply@example.com",
};
const tia = { firstName: "Tia", lastName: "Lam", email: "Tia@example.com", phone: "303-555-0123" };
const hello = {
  text: "Hello {{first name}},\n\ncan we talk at {{time}}?\n\n{{my name}}",
  blanks: { time: "ten" },
  statusAfter: "",
  templateId: "",
};
const answer = {
  [conversationNames.act]: "message",
  [submissionExtras.key]: "k1",
  message: "Ten is fine.",
};

async function openDesk(testApp: TestApp) {
  const browser = new TestBrowser(testApp.app);
  const reference = await browser.apply("care", tracks.care.intake, tia);
  await indexAllApplications(testApp);
  const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
  const at = (name: keyof typeof applicantReplyEndpoints, id = reference) =>
    pathOf(applicantReplyEndpoints[name]).replace(":id", id);
  const read = () => openAt(noor, reference);
  const wait = async (ms: number) => {
    testApp.clock.now += ms;
    await sendDueReplies(testApp.context);
  };
  const send = async (changes: object = {}) => {
    const { version } = await read();
    return noor.request("POST", at("send"), { ...hello, version, ...changes });
  };
  const write = async (changes: object = {}) => {
    expect((await send(changes)).statusCode).toBe(200);
    await wait(seconds(10));
    return conversationPathIn(testApp.database, "reply");
  };
  const open = async (path: string) =>
    (await testApp.app.inject({ url: path, headers: { accept: "text/html" } })).body;
  return { reference, noor, at, read, wait, send, write, open };
}

describeEachDialect("a reply to an applicant", (_open, createDatabase, engine) => {
  test("is sent after ten seconds, moves the person on, and an answer waits for us", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, noor, read, write, open } = await openDesk(testApp);
    const path = await write({ statusAfter: "interview" });
    const [email] = (await readEmails(testApp.database)).filter(({ kind }) => kind === "reply");
    expect(email).toMatchObject({
      recipient: tia.email,
      subject: `Re: We got your caregiver application (${reference})`,
    });
    expect(email?.text).toContain("Hello Tia,\n\ncan we talk at ten?\n\nNoor Aziz");
    expect(await read()).toMatchObject({
      status: "interview",
      isWaiting: false,
      sending: null,
      entries: [{ kind: "reply", staffId: noor.id, delivery: { state: "waiting" } }],
    });

    expect(await open(path)).toContain("We wrote to you. Please read our message.");
    testApp.clock.now += minutes(10);
    expect((await postTo(testApp, path, answer)).headers.location).toBe(`${path}?sent#sent`);
    expect((await postTo(testApp, path, answer)).statusCode).toBe(303);
    const answered = await read();
    expect(answered).toMatchObject({
      status: "interview",
      isWaiting: true,
      entries: [{ kind: "reply" }, { kind: "message", via: "page", text: answer.message }],
    });
    expect(answered.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["Sent a reply", "Answered on the message page"]),
    );
    expect((await listAt(noor, "waiting=yes")).applications).toMatchObject([{ reference }]);
    const page = await open(path);
    for (const shown of ["Ten is fine.", `Noor at ${brand.name}`, "We have your message."]) {
      expect(page).toContain(shown);
    }
    const emails = await readEmails(testApp.database);
    expect(emails.filter(({ kind }) => kind === "answer-notice")).toMatchObject([
      { recipient: "noor.aziz@example.com", subject: `New answer: ${reference}` },
    ]);
    expect(emails.filter(({ kind }) => kind === "message-copy")).toHaveLength(1);

    await write({ text: "Until ten.", statusAfter: "" });
    expect((await listAt(noor, "waiting=yes")).applications).toEqual([]);
    const audit = (await readAudit(testApp)).filter(([kind]) => kind === "change");
    expect(audit).toEqual([
      ["change", "Noor Aziz", "Sent a reply", reference],
      ["change", "Noor Aziz", "Status: New to Interview", reference],
      ["change", "Noor Aziz", "Sent a reply", reference],
    ]);
  });

  test("goes on waiting after a move, until somebody marks that no answer is needed", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, noor, read, write } = await openDesk(testApp);
    const path = await write();
    const again = async (key: string) => {
      await postTo(testApp, path, { ...answer, [submissionExtras.key]: key });
      expect((await read()).isWaiting).toBe(true);
      return (await read()).version;
    };
    const version = await again("k1");
    await noor.request("PATCH", applicationPath("change", reference), {
      version,
      status: "screening",
    });
    expect(await read()).toMatchObject({ status: "screening", isWaiting: true });
    await again("k2");
    for (let count = 0; count < 2; count += 1) {
      const response = await noor.request("POST", applicationPath("noAnswer", reference));
      expect(response.json()).toMatchObject({ isWaiting: false });
    }
    const marks = (await read()).history.filter(({ what }) => what === "No answer needed");
    expect(marks).toMatchObject([{ staffId: noor.id }]);
    const line = ["change", "Noor Aziz", "No answer needed", reference];
    expect((await readAudit(testApp)).filter(([, , what]) => what === line[2])).toEqual([line]);
  });

  test("is undone, rejected on an old state, retried, and kept as a draft", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { noor, at, read, send, wait } = await openDesk(testApp);
    await noor.request("PUT", at("saveDraft"), hello);
    expect(await read()).toMatchObject({ version: 1, draft: hello });
    expect((await send({ blanks: {} })).json().fields).toEqual({
      "blanks.time": "Fill in the time. A reply can't be sent with a blank.",
    });
    const { id } = (await send()).json().sending;
    expect((await send()).json()).toMatchObject({ code: "case-changed" });
    expect((await noor.request("POST", at("undo", id))).json()).toMatchObject({ draft: hello });
    expect((await send({ version: 1 })).json()).toMatchObject({ code: "case-changed" });
    await send();
    await wait(seconds(10));
    const failed = { failed_at: 1, failure: "5.2.2" };
    await testApp.database.write((trx) =>
      trx.updateTable("mail_outbox").set(failed).where("kind", "=", "reply").execute(),
    );
    await wait(seconds(1));
    const [entry] = (await read()).entries;
    expect(entry?.delivery).toMatchObject({
      state: "failed",
      reason: "The mailbox is full (5.2.2)",
    });
    const retried = await noor.request("POST", at("retry", entry?.delivery?.replyId));
    expect(retried.json().entries[0].delivery).toMatchObject({ state: "waiting" });
  });

  test("returns to draft if the person withdraws the application in the meantime", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { read, send, wait, write, open } = await openDesk(testApp);
    const path = await write();
    await send({ text: "Please call us." });
    expect(await open(`${path}?take-back`)).toContain("Take your application back?");
    await postTo(testApp, path, { act: "solved" });
    expect((await read()).status).toBe("new");
    await postTo(testApp, path, { act: "take-back" });
    await wait(seconds(10));
    const found = await read();
    expect(found).toMatchObject({
      status: "withdrawn",
      draft: { text: "Please call us." },
      sending: null,
    });
    expect(found.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "The applicant took the application back",
        "Reply not sent: the applicant withdrew the application",
      ]),
    );
    expect(await open(path)).toContain("You took your application back.");
    // Staff may still send a final reply.
    await write({ text: "Thank you for telling us." });
    expect((await read()).entries).toHaveLength(2);
  });

  test("is deleted with the application, and its link no longer works", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, noor, at, write, open } = await openDesk(testApp);
    const path = await write();
    await postTo(testApp, path, answer);
    await noor.request("PUT", at("saveDraft"), hello);
    const { database } = testApp;
    const { id } = await database.db
      .selectFrom("applications")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    await database.write((trx) => deleteApplication(trx, id, testApp.clock.now));
    for (const table of [
      "conversation_entries",
      "conversation_replies",
      "conversation_drafts",
    ] as const) {
      const rows = await database.db.selectFrom(table).select("id").execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await open(path)).toContain("This link does not open a conversation.");
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test.each(["hired", "rejected", "not-eligible"])(
    "does not let somebody who is %s take the application back",
    async (status) => {
      const testApp = await openTestApp(createDatabase, settings);
      const { reference, noor, read, write } = await openDesk(testApp);
      const path = await write();
      const { version } = await read();
      await noor.request("PATCH", applicationPath("change", reference), { version, status });
      await postTo(testApp, path, { act: "take-back" });
      expect(await read()).toMatchObject({ status });
    },
  );

  test("is answered by email too, at its own address or with its reference", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { reference, read, write } = await openDesk(testApp);
    await write();
    const row = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("headers")
      .where("kind", "=", "reply")
      .executeTakeFirstOrThrow();
    const to = String(JSON.parse(row.headers)["Reply-To"]);
    const handIn = async (headers: Readonly<Record<string, string>>) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const response = await testApp.app.inject({
        method: "POST",
        url: pathOf(inboundMailEndpoints.receive),
        headers: { authorization: `Bearer ${token}`, "content-type": "message/rfc822" },
        payload: `${lines.join("\r\n")}\r\n\r\nTen is fine.\r\n`,
      });
      return response.json().state;
    };
    const from = { From: "mother@example.net", "Message-ID": "<1@example.net>" };
    expect(await handIn({ ...from, To: to })).toBe("added");
    expect(await handIn({ ...from, To: to })).toBe("ignored");
    const named = { Subject: `Re: ${reference}`, "Message-ID": "<2@example.net>" };
    expect(await handIn({ ...named, From: "mother@example.net" })).toBe("added");
    expect(await handIn({ ...named, From: tia.email })).toBe("added");
    expect(await read()).toMatchObject({
      isWaiting: true,
      entries: [
        {},
        { via: "email", text: "Ten is fine." },
        { via: "email", email: { sender: "other" } },
        { via: "email", email: { sender: "customer" } },
      ],
    });
  });

  test("is not accessible without the applications permission, nor by the paths of cases", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { noor, at, send } = await openDesk(testApp);
    const agent = await signInStaff(testApp, ["agent"], "Imani Bell");
    expect((await agent.request("PUT", at("saveDraft"), hello)).statusCode).toBe(403);
    expect((await agent.request("POST", at("send"), { ...hello, version: 1 })).statusCode).toBe(
      403,
    );
    const { id } = (await send()).json().sending;
    const undo = `/api/desk/replies/${id}/undo`;
    expect((await noor.request("POST", undo)).statusCode).toBe(403);
    expect((await agent.request("POST", undo)).statusCode).toBe(404);
    const both = await signInStaff(testApp, ["agent", "recruiter"], "Lena Sato");
    expect((await both.request("POST", at("undo", id))).statusCode).toBe(404);
    for (const wrong of [{ statusAfter: "waiting" }, { statusAfter: "duplicate" }, { text: "" }]) {
      expect((await send(wrong)).statusCode).toBe(400);
    }
    const template = { name: "When", text: "Hello", isShared: true };
    await noor.request("POST", pathOf(applicantTemplateEndpoints.add), template);
    const listed = async (who: typeof noor, path: string) =>
      (await who.request("GET", path)).json().templates?.length;
    expect(await listed(both, pathOf(applicantTemplateEndpoints.list))).toBe(1);
    expect(await listed(both, pathOf(templateEndpoints.list))).toBe(0);
    expect(await listed(agent, pathOf(applicantTemplateEndpoints.list))).toBe(undefined);
  });
});
