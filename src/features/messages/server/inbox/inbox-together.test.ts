import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readAudit, readAuditLog, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { type LiveEvent, liveEndpoints } from "../../../../platform/contract/desk/live.ts";
import { staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { inboxLimits, inboxTopic } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

const topic = inboxTopic;
const listPath = pathOf(inboxEndpoints.list);
const casePath = (reference: string) => pathOf(inboxEndpoints.read).replace(":id", reference);
const notesPath = (reference: string) => pathOf(inboxEndpoints.addNote).replace(":id", reference);
const changesPath = pathOf(inboxEndpoints.changeMany);
const undoPath = pathOf(inboxEndpoints.undo);
const viewsPath = pathOf(inboxEndpoints.views);

const helen = { name: "Helen Brandt", email: "helen@example.com", message: "=SUM(A1) too small" };

async function openInbox(testApp: TestApp, count = 3) {
  const references: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    testApp.clock.now += minutes(11);
    references.push(await submitForm(testApp, { ...helen, name: `Helen ${sent}` }));
  }
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
  return { references, imani, paul };
}

describeEachDialect("staff at the inbox", (_open, createDatabase) => {
  test("change several cases at once and undo it within ten seconds, once", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani, paul } = await openInbox(testApp);
    const [first = "", second = "", third = ""] = references;
    await paul.request("PATCH", casePath(third), { version: 1, edit: { status: "done" } });
    const edit = { status: "in-progress", assigneeId: paul.id, addTag: "together" };
    const cases = references.map((reference) => ({ reference, version: 1 }));
    const response = await imani.request("POST", changesPath, { cases, edit });
    expect(response.json()).toMatchObject({ changed: 2, conflicts: [third] });
    const { undo } = response.json();
    const read = async (reference: string) =>
      (await imani.request("GET", casePath(reference))).json();
    expect(await read(first)).toMatchObject({ status: "in-progress", tags: ["together"] });

    // Another staff member changes one of them; that change is kept.
    await paul.request("PATCH", casePath(second), { version: 2, edit: { status: "waiting" } });
    expect((await paul.request("POST", undoPath, { undo })).statusCode).toBe(410);
    testApp.clock.now += seconds(10);
    expect((await imani.request("POST", undoPath, { undo })).json()).toEqual({ restored: 1 });
    expect(await read(first)).toMatchObject({ status: "new", assigneeId: null, tags: [] });
    expect(await read(second)).toMatchObject({ status: "waiting", assigneeId: paul.id });
    expect((await imani.request("POST", undoPath, { undo })).statusCode).toBe(410);
  });

  test("add a tag to several cases; one with twenty tags is skipped, the others are changed", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani } = await openInbox(testApp);
    const [full = ""] = references.toSorted().slice(1);
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    const filled = await imani.request("PATCH", casePath(full), { version: 1, edit: { tags } });
    expect(filled.statusCode).toBe(200);
    const cases = references.map((reference) => ({
      reference,
      version: reference === full ? 2 : 1,
    }));
    const edit = { addTag: "together" };
    const response = await imani.request("POST", changesPath, { cases, edit });
    expect(response.json()).toMatchObject({ changed: 2, conflicts: [full] });
    const query = `${listPath}?tag=together`;
    const listed = (await imani.request("GET", query)).json().cases;
    expect(listed.map(({ reference }: { reference: string }) => reference).toSorted()).toEqual(
      references.filter((one) => one !== full).toSorted(),
    );
    // A tag that the full one has changes nothing there, and is no conflict.
    const same = { cases: [{ reference: full, version: 2 }], edit: { addTag: "tag 3" } };
    expect((await imani.request("POST", changesPath, same)).json()).toMatchObject({
      changed: 0,
      conflicts: [],
    });
  });

  test("cannot undo it later, nor change too many", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani } = await openInbox(testApp, 1);
    const cases = references.map((reference) => ({ reference, version: 1 }));
    const edit = { isSpam: true };
    const { undo } = (await imani.request("POST", changesPath, { cases, edit })).json();
    testApp.clock.now += seconds(16);
    expect((await imani.request("POST", undoPath, { undo })).statusCode).toBe(410);
    const many = Array.from({ length: inboxLimits.changedTogether + 1 }, (_, version) => ({
      reference: "ANY",
      version: version + 1,
    }));
    const tooMany = await imani.request("POST", changesPath, { cases: many, edit });
    expect(tooMany.statusCode).toBe(400);
  });

  test("add notes that the person never gets, and mention each other by email", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani, paul } = await openInbox(testApp, 1);
    const [reference = ""] = references;
    const note = { text: "  On a Pixel he can pull down.  ", mentions: [paul.id] };
    const response = await imani.request("POST", notesPath(reference), note);
    expect(response.json()).toMatchObject({
      version: 2,
      entries: [
        {},
        { kind: "note", staffId: imani.id, text: note.text.trim(), mentions: [paul.id] },
      ],
      history: [{ what: "Mentioned Paul Eriksen in a note" }],
    });
    const emails = await testApp.database.db
      .selectFrom("mail_outbox")
      .select(["recipient", "text"])
      .where("kind", "=", "mention")
      .execute();
    expect(emails.map(({ recipient }) => recipient)).toEqual(["paul.eriksen@example.com"]);
    expect(emails[0]?.text).toContain(reference);
    expect(emails[0]?.text).not.toContain("Pixel");
    expect(await readAudit(testApp)).toContainEqual([
      "change",
      "Imani Bell",
      "Mentioned Paul Eriksen in a note",
      reference,
    ]);
    const recruiter = await signInStaff(testApp, ["recruiter"]);
    for (const bad of [
      { text: " ", mentions: [] },
      { text: "a".repeat(10_001), mentions: [] },
      { text: "a", mentions: "all" },
    ]) {
      expect((await imani.request("POST", notesPath(reference), bad)).statusCode).toBe(400);
    }
    const stranger = { text: "a", mentions: [recruiter.id] };
    expect((await imani.request("POST", notesPath(reference), stranger)).statusCode).toBe(422);
  });

  test("see who else has a case open", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani, paul } = await openInbox(testApp, 1);
    const [reference = ""] = references;
    const presence = pathOf(liveEndpoints.present);
    await paul.request("PUT", presence, { topic, reference, state: "reading" });
    const openBy = async () => (await imani.request("GET", casePath(reference))).json().openBy;
    expect(await openBy()).toEqual([paul.id]);
    testApp.clock.now += seconds(25);
    expect(await openBy()).toEqual([]);
    await paul.request("PUT", presence, { topic, reference, state: "reading" });
    await paul.request("PUT", presence, { topic, reference, state: "left" });
    expect(await openBy()).toEqual([]);
  });

  test("save views for themselves or for all, and remove their own; admins shared ones of others", async () => {
    const testApp = await openTestApp(createDatabase);
    const { imani, paul } = await openInbox(testApp, 2);
    const own = { name: "Mine, oldest first", query: "assignee=me&sort=oldest", isShared: false };
    const shared = { name: "Helen", query: "q=helen", isShared: true };
    const privateView = (await imani.request("POST", viewsPath, own)).json().id;
    const { id } = (await imani.request("POST", viewsPath, shared)).json();
    expect((await imani.request("GET", viewsPath)).json().views).toMatchObject([
      { name: "Helen", count: 2, isOwn: true },
      { name: "Mine, oldest first", count: 0, isShared: false },
    ]);
    expect((await paul.request("GET", viewsPath)).json().views).toMatchObject([
      { name: "Helen", count: 2, isOwn: false, isShared: true },
    ]);
    const viewPath = `${viewsPath}/${id}`;
    expect((await paul.request("DELETE", viewPath)).statusCode).toBe(404);
    expect((await imani.request("DELETE", viewPath)).statusCode).toBe(200);
    const left = (await paul.request("POST", viewsPath, { ...shared, name: "Paul's" })).json().id;
    const admin = await signInStaff(testApp, ["admin"], "Ada Olsen");
    expect((await admin.request("DELETE", `${viewsPath}/${privateView}`)).statusCode).toBe(404);
    const leftPath = `${viewsPath}/${left}`;
    await admin.request("POST", pathOf(staffEndpoints.disable).replace(":id", paul.id));
    expect((await admin.request("GET", viewsPath)).json().views).toMatchObject([
      { name: "Paul's", isOwn: false, owner: "Paul Eriksen" },
    ]);
    expect((await imani.request("DELETE", leftPath)).statusCode).toBe(404);
    expect((await admin.request("DELETE", leftPath)).statusCode).toBe(200);
    expect((await readAudit(testApp)).at(-1)).toEqual([
      "change",
      "Ada Olsen",
      "Removed the shared view “Paul's” of Paul Eriksen",
      "Inbox",
    ]);
    const lost = { ...own, query: "status=lost" };
    expect((await imani.request("POST", viewsPath, lost)).statusCode).toBe(400);
    for (let saved = 1; saved < inboxLimits.views; saved += 1)
      await imani.request("POST", viewsPath, own);
    expect((await imani.request("POST", viewsPath, own)).statusCode).toBe(422);
  });

  test("export the filtered list as CSV without formulas, or as NDJSON, and audit it", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { imani, references } = await openInbox(testApp, 60);
    const path = pathOf(inboxEndpoints.export);
    const csv = await imani.request("GET", `${path}?form=ContactForm`);
    expect(csv.headers["content-disposition"]).toBe('attachment; filename="cases.csv"');
    const lines = csv.body.trimEnd().split("\r\n");
    expect(lines).toHaveLength(61);
    expect(lines[0]).toBe(
      "\uFEFFreference,form,sent (America/Denver),due (America/Denver),first answer (America/Denver),closed (America/Denver),status,answer,channel,contact by,assigned to,tags,name,email,phone,platform,support ID,message",
    );
    expect(lines[1]).toContain("'=SUM(A1) too small");
    expect(lines[1]).toMatch(
      /^[A-Z2-9\u200B]{8,9},Contact,\d{4}-\d\d-\d\dT[\d:]{8}-0[67]:00,\d{4}-\d\d-\d\dT[\d:]{8}-0[67]:00,,,New,,Website,/,
    );
    const rows = (await imani.request("GET", `${path}?format=ndjson`)).body.trimEnd().split("\n");
    expect(rows).toHaveLength(60);
    expect(JSON.parse(rows[0] ?? "")).toMatchObject({ form: "Contact", email: helen.email });
    // An answer is due only while the person waits for one.
    const [answered = "", open = ""] = references;
    await imani.request("PATCH", casePath(answered), { version: 1, edit: { status: "waiting" } });
    const only = await imani.request("GET", `${path}?only=${answered},${open}`);
    const dueTimes = only.body
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[3]);
    expect(dueTimes).toEqual([expect.stringMatching(/^2026-/), ""]);
    expect((await imani.request("GET", `${path}?only=%27`)).statusCode).toBe(400);
    const audit = await readAuditLog(testApp);
    expect(audit.filter(({ kind }) => kind === "export")).toMatchObject([
      { what: "Exported cases as CSV" },
      { what: "Exported cases as NDJSON" },
      { what: "Exported cases as CSV" },
    ]);
    testApp.clock.now += minutes(16);
    expect((await imani.request("GET", path)).json().code).toBe("confirm-needed");
  });

  /** Listens, and opens the event stream of the inbox. */
  async function openEvents(testApp: TestApp, { cookie }: { readonly cookie: string }) {
    await testApp.app.listen({ host: "127.0.0.1", port: 0 });
    const address = testApp.app.server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const url = `http://127.0.0.1:${port}${pathOf(liveEndpoints.events)}`;
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const stream = await fetch(url, { headers: { cookie }, signal: closing.signal });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    const next = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = pattern.exec(seen);
        if (found) {
          seen = seen.slice(found.index + found[0].length);
          return found[1] ?? "";
        }
        seen += (await reader?.read())?.value ?? "";
      }
    };
    return {
      change: async (): Promise<LiveEvent> =>
        JSON.parse(await next(/event: change\ndata: (.*)\n\n/)),
      /** What the stream sends up to and including a poll without changes. */
      untilQuiet: () => next(/^([\s\S]*?\n\n:\n\n)/),
      close: () => closing.abort(),
    };
  }

  test("get events for new cases, changes and presence within two seconds", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani, paul } = await openInbox(testApp, 1);
    const [reference = ""] = references;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const events = await openEvents(testApp, imani);
    expect((await events.change()).presence).toEqual({});
    const afterTwoSeconds = () => {
      vi.advanceTimersByTime(seconds(2));
      return events.change();
    };
    await paul.request("PATCH", casePath(reference), { version: 1, edit: { status: "done" } });
    expect((await afterTwoSeconds()).changed).toEqual({ [topic]: { [reference]: 2 } });
    const added = await submitForm(testApp, { ...helen, email: "ray@example.com" });
    await makeAllCases(testApp);
    expect((await afterTwoSeconds()).changed).toMatchObject({ [topic]: { [added]: 1 } });
    const present = pathOf(liveEndpoints.present);
    await paul.request("PUT", present, { topic, reference, state: "reading" });
    expect((await afterTwoSeconds()).presence).toEqual({
      [paul.id]: { topic, reference, isWriting: false },
    });
    await paul.request("PUT", present, { topic, reference, state: "writing" });
    expect((await afterTwoSeconds()).presence).toEqual({
      [paul.id]: { topic, reference, isWriting: true },
    });
    // A window that left another case says nothing about this one.
    await paul.request("PUT", present, { topic, reference: "OTHER234", state: "left" });
    expect((await imani.request("GET", casePath(reference))).json().openBy).toEqual([paul.id]);
    events.close();
    expect((await imani.request("GET", listPath)).statusCode).toBe(200);
  });

  test("get no event when somebody only keeps a case open", async () => {
    const testApp = await openTestApp(createDatabase);
    const { references, imani, paul } = await openInbox(testApp, 1);
    const [reference = ""] = references;
    const events = await openEvents(testApp, imani);
    const presence = pathOf(liveEndpoints.present);
    await paul.request("PUT", presence, { topic, reference, state: "reading" });
    await imani.request("PUT", presence, { topic, reference, state: "reading" });
    for (;;) if (Object.keys((await events.change()).presence).length === 2) break;
    await events.untilQuiet();
    // On PostgreSQL an update moves the row.
    await paul.request("PUT", presence, { topic, reference, state: "reading" });
    expect(await events.untilQuiet()).not.toContain("event: change");
  });

  test("get the event of a change whose first read failed", async () => {
    const failures: string[] = [];
    const testApp = await openTestApp(
      createDatabase,
      { LOG_LEVEL: "error" },
      { write: (line) => failures.push(line) },
    );
    const { references, imani } = await openInbox(testApp, 1);
    const [reference = ""] = references;
    const events = await openEvents(testApp, imani);
    await events.change();
    const { database, clock } = testApp;
    const rename = (from: string, to: string) =>
      database.write((trx) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx),
      );
    await rename("case_presence", "presence_away");
    await database.write((trx) =>
      trx.updateTable("cases").set({ version: 2, changed_at: clock.now }).execute(),
    );
    // Jobs may fail, too.
    await expect.poll(() => failures.join("")).toContain("reading changes for the desk failed");
    await rename("presence_away", "case_presence");
    expect((await events.change()).changed).toEqual({ [topic]: { [reference]: 2 } });
  });
});
