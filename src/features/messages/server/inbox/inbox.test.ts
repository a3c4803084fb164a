import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import {
  inviteStaff,
  joinDesk,
  readAuditLog,
  type SignedInStaff,
  signInStaff,
} from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { submissionExtras } from "../../../../platform/contract/form-engine/submission.ts";
import { supportForm } from "../../contract/forms/support.ts";
import {
  type CaseCounts,
  type CaseDetail,
  type CasePage,
  inboxTopic,
} from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { clearSpam, markAsSpam } from "../forms/review.ts";

const listPath = pathOf(inboxEndpoints.list);
const casePath = (reference: string) => pathOf(inboxEndpoints.read).replace(":id", reference);

const helen = {
  name: "Helen Brandt",
  email: "helen.brandt@example.com",
  message: "Text too small",
};
const ray = { name: "Ray Whitfield", email: "ray@example.com", message: "Do you cover Greeley?" };

async function list(staff: SignedInStaff, query = ""): Promise<CasePage> {
  const response = await staff.request("GET", `${listPath}?${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const names = ({ cases }: CasePage) => cases.map(({ name }) => name);

async function open(staff: SignedInStaff, reference: string): Promise<CaseDetail> {
  return (await staff.request("GET", casePath(reference))).json();
}

function change(
  staff: SignedInStaff,
  reference: string,
  version: number,
  edit: object,
): Promise<LightMyRequestResponse> {
  return staff.request("PATCH", casePath(reference), { version, edit });
}

async function openInbox(testApp: TestApp) {
  const first = await submitForm(testApp, helen);
  testApp.clock.now += minutes(1);
  const second = await submitForm(testApp, ray);
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
  return { first, second, imani, paul };
}

describeEachDialect("the inbox", (_open, createDatabase, engine) => {
  test("lists what was sent with every form, newest first, each once", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani } = await openInbox(testApp);
    await submitForm(
      testApp,
      {
        firstName: "Dee",
        lastName: "Robinson",
        email: "dee@example.com",
        supportId: "TW-8800-2KLM",
        details: "My card\nwill not go through",
      },
      supportForm.collection,
    );
    await makeAllCases(testApp);
    await makeAllCases(testApp);
    const page = await list(imani, "sort=newest");
    expect(names(page)).toEqual(["Dee Robinson", "Ray Whitfield", "Helen Brandt"]);
    expect(page).toMatchObject({ next: null, count: 3, isCountExact: true });
    expect(page.cases[0]).toMatchObject({ snippet: "My card will not go through", status: "new" });
    expect(names(await list(imani, "sort=oldest"))[0]).toBe("Helen Brandt");
    expect(page.cases[2]?.reference).toBe(first);
  });

  test("finds beginnings of words in names, addresses, references, IDs and texts", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani } = await openInbox(testApp);
    for (const q of ["hel", "BRANDT", "helen.brandt@example.com", first, "small text", "téxt"]) {
      expect([q, names(await list(imani, `q=${encodeURIComponent(q)}`))]).toEqual([
        q,
        ["Helen Brandt"],
      ]);
    }
    for (const q of ["andt", "nobody", "-- ''", "hel greeley", "' or 1=1"]) {
      expect([q, names(await list(imani, `q=${encodeURIComponent(q)}`))]).toEqual([q, []]);
    }
  });

  test("filters by form, status, assignee, platform, tag, days and overdue, with counts", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani, paul } = await openInbox(testApp);
    const edit = { status: "in-progress", assigneeId: paul.id, tags: ["text\u00a0size\u200b"] };
    expect((await change(imani, first, 1, edit)).statusCode).toBe(200);
    for (const [query, found] of [
      ["form=ContactForm", 2],
      ["form=WebSupportRequests", 0],
      ["status=new", 1],
      ["status=in-progress", 1],
      ["status=done", 0],
      ["status=all", 2],
      [`assignee=${paul.id}`, 1],
      ["assignee=me", 0],
      ["assignee=nobody", 1],
      ["tag=text+size", 1],
      ["from=2026-06-27&to=2026-06-27", 2],
      ["from=2026-06-28", 0],
      ["to=2026-06-26", 0],
      ["status=overdue", 0],
      ["q=helen&tag=text+size", 1],
      ["q=helen&assignee=nobody", 0],
    ] as const) {
      expect([query, (await list(imani, query)).cases.length]).toEqual([query, found]);
    }
    const counts = (await paul.request("GET", pathOf(inboxEndpoints.counts))).json<CaseCounts>();
    expect(counts).toMatchObject({
      open: 2,
      forms: { ContactForm: 2, WebSupportRequests: 0 },
      assignees: { me: 1, nobody: 1, [paul.id]: 1 },
      overdue: 0,
      statuses: { new: 1, "in-progress": 1, done: 0, spam: 0 },
      tags: { "text size": 1 },
    });
    // The tests' clock starts on a Saturday: both are due on Tuesday morning.
    testApp.clock.now += days(4);
    const later = await signInStaff(testApp, ["viewer"], "Later");
    expect((await list(later, "status=overdue")).cases).toHaveLength(2);
    // The query is compiled once; the time is a parameter.
    const laterCounts = await later.request("GET", pathOf(inboxEndpoints.counts));
    expect(laterCounts.json<CaseCounts>()).toMatchObject({
      assignees: { me: 0, nobody: 1, [paul.id]: 1 },
      overdue: 2,
    });
    expect((await later.request("GET", `${listPath}?status=lost`)).statusCode).toBe(400);
    expect((await later.request("GET", `${listPath}?from=2026-02-30`)).statusCode).toBe(400);
  });

  test("counts tags and assignees on open messages only, and finds what was done on the last day", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, second, imani } = await openInbox(testApp);
    for (const reference of [first, second])
      await change(imani, reference, 1, { tags: ["billing"], assigneeId: imani.id });
    await change(imani, first, 2, { status: "done" });
    const counts = await imani.request("GET", pathOf(inboxEndpoints.counts));
    expect(counts.json<CaseCounts>()).toMatchObject({ tags: { billing: 1 }, assignees: { me: 1 } });
    const done = await list(imani, "status=done&tag=billing&from=2026-06-27&to=2026-06-27");
    expect(names(done)).toEqual(["Helen Brandt"]);
  });

  test("uses keyset pagination: each case once, however many arrive in the meantime", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    for (let sent = 0; sent < 120; sent += 1) {
      testApp.clock.now += 1;
      await submitForm(testApp, { ...helen, name: `Person ${sent}` });
    }
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["viewer"]);
    for (const query of [
      "",
      "sort=newest",
      "sort=oldest",
      "sort=longest-waiting",
      "q=person",
      "status=all",
    ]) {
      const seen: string[] = [];
      let after = "";
      for (let pages = 0; pages < 3; pages += 1) {
        const page = await list(staff, `${query}&after=${after}`);
        seen.push(...names(page));
        after = page.next ?? "";
      }
      expect([query, after, new Set(seen).size]).toEqual([query, "", 120]);
      const isNewestFirst = ["sort=newest", "q=person", "status=all"].includes(query);
      const first = isNewestFirst ? 119 : 0;
      expect([query, seen[0]]).toEqual([query, `Person ${first}`]);
    }
  });

  test("shows a case with fields, message, account, history and other cases", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani } = await openInbox(testApp);
    await submitForm(testApp, { ...helen, message: "Once more" });
    await makeAllCases(testApp);
    const found = await open(imani, first);
    expect(found).toMatchObject({
      name: helen.name,
      email: helen.email,
      othersOfContact: 1,
      account: null,
      spamReason: null,
      dueAt: "2026-06-30T14:00:00.000Z",
      entries: [{ kind: "message", text: helen.message }],
      history: [],
    });
    expect(found.fields.map(({ label }) => label)).toEqual(["Name", "Email"]);
    const { uid } = await signUp(testApp.app, { email: helen.email });
    const accountWith = async (columns: object) => {
      await testApp.database.write((trx) =>
        trx.updateTable("accounts").set(columns).where("uid", "=", uid).execute(),
      );
      return (await open(imani, first)).account;
    };
    expect([
      await accountWith({ disabled_at: null }),
      await accountWith({ email_verified_at: 1 }),
      await accountWith({ disabled_at: 1 }),
    ]).toEqual(["unconfirmed", "confirmed", "disabled"]);
    // The open record reloads when somebody changes it.
    await open(imani, first);
    expect(await readAuditLog(testApp)).toMatchObject([
      { kind: "opened", target: first, actor: "Imani Bell" },
    ]);
    testApp.clock.now += minutes(31);
    await open(imani, first);
    expect(await readAuditLog(testApp)).toHaveLength(2);
    expect((await imani.request("GET", casePath("NOSUCH22"))).statusCode).toBe(404);
  });

  test("a change based on an old state is rejected and says who changed what", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani, paul } = await openInbox(testApp);
    expect((await change(paul, first, 1, { status: "done" })).json()).toMatchObject({
      status: "done",
      version: 2,
      dueAt: null,
      history: [{ what: "Status: New to Done", staffId: paul.id }],
    });
    const late = await change(imani, first, 1, { status: "waiting" });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toEqual({
      code: "case-changed",
      message: "Paul Eriksen changed this. Status: New to Done.",
    });
    expect(names(await list(imani))).toEqual(["Ray Whitfield"]);
    const reopened = await change(imani, first, 2, { status: "in-progress" });
    expect(reopened.json()).toMatchObject({ version: 3, dueAt: "2026-06-30T14:00:00.000Z" });
    const audit = await readAuditLog(testApp);
    expect(audit.filter(({ kind }) => kind === "change")).toMatchObject([
      { actor: "Paul Eriksen", what: "Status: New to Done" },
      { actor: "Imani Bell", what: "Status: Done to In progress" },
    ]);
  });

  test("one of two concurrent changes succeeds", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani, paul } = await openInbox(testApp);
    const responses = await Promise.all([
      change(imani, first, 1, { status: "in-progress" }),
      change(paul, first, 1, { status: "done" }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test("spam is hidden and restored, at the desk and at the command line", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, second, imani } = await openInbox(testApp);
    await change(imani, first, 1, { isSpam: true });
    await markAsSpam(testApp.database, second, testApp.clock.now);
    expect(names(await list(imani))).toEqual([]);
    expect((await list(imani, "status=spam")).cases).toHaveLength(2);
    expect(await open(imani, first)).toMatchObject({ isSpam: true, spamReason: "by-staff" });
    await change(imani, first, 2, { isSpam: false });
    await clearSpam(testApp.database, second, testApp.clock.now, testApp.context);
    expect(names(await list(imani, "sort=newest"))).toEqual(["Ray Whitfield", "Helen Brandt"]);
  });

  test("suspected spam gets its held-back email when it is cleared", async () => {
    const testApp = await openTestApp(createDatabase);
    const reference = await submitForm(testApp, { ...helen, [submissionExtras.honeypot]: "x" });
    await makeAllCases(testApp);
    const imani = await signInStaff(testApp, ["agent"]);
    const found = await open(imani, reference);
    const readEmails = () =>
      testApp.database.db
        .selectFrom("mail_outbox")
        .select("kind")
        .where("recipient", "=", helen.email)
        .execute();
    expect([found.isSpam, found.dueAt, await readEmails()]).toEqual([true, null, []]);
    const restored = await change(imani, reference, 1, { isSpam: false });
    expect(restored.json()).toMatchObject({ isSpam: false, spamReason: null });
    expect(restored.json().dueAt).not.toBe(null);
    expect(await readEmails()).toEqual([{ kind: "acknowledgement" }]);
  });

  if (engine !== "sqlite") return;

  test("cases are assigned only to staff who answer cases", async () => {
    const testApp = await openTestApp(createDatabase);
    const { first, imani } = await openInbox(testApp);
    const viewer = await signInStaff(testApp, ["viewer"], "Viewer");
    const idOf = async (add: typeof inviteStaff | typeof joinDesk, email: string) => {
      await add(testApp, { email, name: email, roles: ["agent"] });
      const { db } = testApp.database;
      const rows = db.selectFrom("staff").select("id").where("email", "=", email);
      return (await rows.executeTakeFirstOrThrow()).id;
    };
    const invited = await idOf(inviteStaff, "new@example.com");
    const disabled = await idOf(joinDesk, "gone@example.com");
    await testApp.database.write((trx) =>
      trx.updateTable("staff").set({ disabled_at: 1 }).where("id", "=", disabled).execute(),
    );
    for (const assigneeId of [viewer.id, invited, disabled, "nobody-known"]) {
      expect((await change(imani, first, 1, { assigneeId })).statusCode).toBe(422);
    }
    const own = await change(imani, first, 1, { assigneeId: imani.id });
    expect(own.json()).toMatchObject({ assigneeId: imani.id });
    expect((await change(imani, first, 2, { assigneeId: null })).json().assigneeId).toBe(null);
  });

  test("polling does not extend a session", async () => {
    const testApp = await openTestApp(createDatabase);
    const { imani, first } = await openInbox(testApp);
    testApp.clock.now += minutes(59);
    const present = { topic: inboxTopic, reference: first, state: "reading" };
    expect((await imani.request("PUT", pathOf(liveEndpoints.present), present)).statusCode).toBe(
      200,
    );
    testApp.clock.now += minutes(1) + hours(0);
    expect((await imani.request("GET", listPath)).statusCode).toBe(401);
  });
});
