import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { readAuditLog, type SignedInStaff, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { emptyNewDraft, newDraftEndpoints } from "../../messages/contract/calls.ts";
import { contactEndpoints } from "../../messages/contract/contacts.ts";
import { featureForm } from "../../messages/contract/forms/feature.ts";
import { ourEmailForm } from "../../messages/contract/forms/staff-forms.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import { finishDeletionRequest } from "../../privacy/server/requests/deletion-requests.ts";
import { tracks } from "../../recruiting/contract/recruiting-endpoints.ts";
import { saveConsent } from "../../texts/server/consents.ts";
import { receiveText } from "../../texts/server/receive-text.ts";
import {
  type RetentionResponse,
  retentionEndpoints,
  textConsentsKind,
} from "../contract/retention.ts";
import { runRetention } from "./run.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", message: "Text too small" };
const at = (time: string) => Date.parse(`${time}-07:00`);

async function setStatus(staff: SignedInStaff, reference: string, status: string) {
  const path = pathOf(withId(inboxEndpoints.read, reference));
  const { version } = (await staff.request("GET", path)).json();
  await staff.request("PATCH", path, { version, edit: { status } });
}

const over = ["hired", "rejected", "withdrawn", "not-eligible", "duplicate"];

const save = (staff: SignedInStaff, rules: object) =>
  staff.request("PUT", pathOf(retentionEndpoints.save), { rules });

async function preview(staff: SignedInStaff, rules: object): Promise<RetentionResponse> {
  return (await staff.request("POST", pathOf(retentionEndpoints.preview), { rules })).json();
}

async function remaining({ database }: TestApp): Promise<string[]> {
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  return rows.map(({ reference }) => reference);
}

const auditOf = async (testApp: TestApp) =>
  (await readAuditLog(testApp))
    .filter(({ target }) => target === "Retention")
    .map(({ actor, what }) => `${actor}: ${what}`);

describeEachDialect("retention", (_open, createDatabase) => {
  test("deletes at night, once, what was done long enough ago, and audits it", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context } = testApp;
    clock.now = at("2025-11-10T10:00");
    const old = await submitForm(testApp, helen);
    const open = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    await setStatus(await signInStaff(testApp, ["admin"], "Imani First"), old, "done");
    clock.now = at("2026-10-10T10:00");
    const recent = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    await setStatus(await signInStaff(testApp, ["admin"], "Imani Second"), recent, "done");

    clock.now = at("2026-11-20T15:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    expect((await preview(admin, { ContactForm: 12 })).counts).toMatchObject({ ContactForm: 1 });
    expect((await preview(admin, { ContactForm: 24 })).counts).toMatchObject({ ContactForm: 0 });
    await runRetention(context);
    expect(await remaining(testApp)).toHaveLength(3);
    expect((await save(admin, { ContactForm: 12 })).statusCode).toBe(200);
    // The day's run was before the change; after midnight it is too early at first.
    await runRetention(context);
    clock.now = at("2026-11-21T01:59");
    await runRetention(context);
    expect(await remaining(testApp)).toHaveLength(3);
    clock.now += minutes(1);
    await Promise.all([runRetention(context), runRetention(context)]);
    expect((await remaining(testApp)).toSorted()).toEqual([open, recent].toSorted());
    expect(await auditOf(testApp)).toEqual([
      "Imani Bell: Retention of Contact: never to 12 months",
      "The desk: Deleted 1 record after their time",
    ]);
    const later = await signInStaff(testApp, ["admin"], "Imani Third");
    const { lastRun } = (await later.request("GET", pathOf(retentionEndpoints.read))).json();
    expect(lastRun).toEqual({ startedAt: new Date(clock.now).toISOString(), deleted: 1 });
  });

  test("counts from when it was done, and each form has its own time", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context } = testApp;
    clock.now = at("2025-10-10T10:00");
    const longOpen = await submitForm(testApp, helen);
    const values = { ...validValues(featureForm), email: helen.email };
    const other = await submitForm(testApp, values, featureForm.collection);
    await makeAllCases(testApp);
    await setStatus(await signInStaff(testApp, ["admin"], "Imani First"), other, "done");
    clock.now = at("2026-10-10T10:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    await setStatus(admin, longOpen, "done");
    await save(admin, { ContactForm: 6 });
    clock.now = at("2026-11-21T03:00");
    await runRetention(context);
    expect((await remaining(testApp)).toSorted()).toEqual([longOpen, other].toSorted());
    clock.now = at("2027-04-11T03:00");
    await runRetention(context);
    expect(await remaining(testApp)).toEqual([other]);
  });

  test("deletes what numbers said about texts long after their last text, if no account has it", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    const { uid } = await signUp(testApp.app);
    const say = (id: string, numberKey: string, when: string, owner: string | null = null) => {
      const said = { state: "stopped", words: id, source: "call", staffId: null } as const;
      return database.write((trx) =>
        saveConsent(trx, { ...said, numberKey, uid: owner }, at(when)),
      );
    };
    await say("old", "3035550144", "2025-10-10T10:00");
    await say("of an account", "3035550101", "2025-10-10T10:00", uid);
    await say("said more", "3035550155", "2025-10-10T10:00");
    await say("said more", "3035550155", "2026-10-10T10:00");
    await say("texted", "3035550166", "2025-10-10T10:00");
    clock.now = at("2026-10-10T10:00");
    const number = { from: "+13035550166", mediaCount: 0, optOut: "", providerId: "IN1" };
    await receiveText({ ...number, body: "STOP" }, context);
    clock.now = at("2026-11-20T15:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const rules = { [textConsentsKind]: 12 };
    expect((await preview(admin, rules)).counts).toMatchObject({ [textConsentsKind]: 1 });
    await save(admin, rules);
    clock.now = at("2026-11-21T03:00");
    await runRetention(context);
    const left = await database.db.selectFrom("text_consents").select("words").execute();
    expect(left.map(({ words }) => words).toSorted()).toEqual([
      "STOP",
      "of an account",
      "said more",
      "said more",
      "texted",
    ]);
  });

  test("deletes drafts of new emails with the time of emails by us", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context } = testApp;
    const draft = { ...emptyNewDraft, text: "Dear Rosa" };
    const write = async (staff: SignedInStaff, recipient: string) =>
      staff.request("PUT", pathOf(withId(newDraftEndpoints.save, recipient)), draft);
    clock.now = at("2025-10-10T10:00");
    await write(await signInStaff(testApp, ["admin"], "Imani First"), "typed.one");
    clock.now = at("2026-10-10T10:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    await write(admin, "typed.two");
    const count = async () =>
      (await testApp.database.db.selectFrom("new_message_drafts").select("id").execute()).length;
    await runRetention(context);
    expect(await count()).toBe(2);
    await save(admin, { [ourEmailForm.collection]: 12 });
    clock.now = at("2026-10-11T03:00");
    await runRetention(context);
    expect(await count()).toBe(1);
  });

  test("deletes applications that are over, and none that still needs work", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { clock, context, database } = testApp;
    clock.now = at("2025-10-10T10:00");
    const statuses = ["new", "screening", "interview", ...over];
    for (const [index, status] of statuses.entries()) {
      const email = `tia${index}@example.com`;
      const reference = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {
        email,
        phone: `303-555-01${10 + index}`,
      });
      // What is added after the last move keeps it no longer: its page says until when.
      const moved = { status, status_at: clock.now, updated_at: at("2026-11-01T10:00") };
      await database.write((trx) =>
        trx.updateTable("applications").set(moved).where("reference", "=", reference).execute(),
      );
    }
    const rows = await database.db
      .selectFrom("applications")
      .select("id")
      .where("status", "in", ["new", "duplicate"])
      .orderBy("status")
      .execute();
    const [merged = "", kept = ""] = rows.map(({ id }) => id);
    await database.write((trx) =>
      trx
        .updateTable("applications")
        .set({ duplicate_of: kept, joined_at: 1 })
        .where("id", "=", merged)
        .execute(),
    );
    const document = {
      kind: "license",
      label: "CPR",
      file: "f",
      name: "f",
      mime_type: "f",
      size: 1,
    };
    const rest = {
      ends_on: "",
      state: "accepted",
      reason: "",
      replaces: "",
      source_key: "f",
      at: 1,
    };
    const none = { decided_at: null, reminded_at: null };
    await database.write((trx) =>
      trx
        .insertInto("application_documents")
        .values({ ...document, ...rest, ...none, id: "f", application_id: merged })
        .execute(),
    );
    clock.now = at("2026-11-20T15:00");
    await save(await signInStaff(testApp, ["admin"], "Imani Bell"), { applications: 12 });
    clock.now = at("2026-11-21T03:00");
    const left = async () => {
      await runRetention(context);
      const found = await database.db.selectFrom("applications").select("status").execute();
      return found.map(({ status }) => status).toSorted();
    };
    // The document of a merged application goes with the one that shows it.
    expect(await left()).toEqual(["duplicate", "interview", "new", "screening"]);
    await database.write((trx) => trx.deleteFrom("application_documents").execute());
    clock.now = at("2026-11-22T03:00");
    expect(await left()).toEqual(["interview", "new", "screening"]);
  });

  test("deletes notes on people of whom nothing else is left, and keeps the others", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    clock.now = at("2025-11-10T10:00");
    const imani = await signInStaff(testApp, ["admin"], "Imani First");
    const note = async (name: string, email: string) => {
      const reference = await submitForm(testApp, { ...helen, name, email });
      await makeAllCases(testApp);
      const url = pathOf(withId(contactEndpoints.addNote, reference));
      const added = await imani.request("POST", url, { text: `About ${name}`, mentions: [] });
      expect(added.statusCode).toBe(200);
      return reference;
    };
    await setStatus(imani, await note("Helen", helen.email), "done");
    await note("Ruth", "ruth@example.com");
    clock.now = at("2026-11-20T15:00");
    await save(await signInStaff(testApp, ["admin"], "Imani Bell"), { ContactForm: 12 });
    clock.now = at("2026-11-21T03:00");
    await runRetention(context);
    const left = await database.db.selectFrom("person_notes").select("text").execute();
    expect(left).toEqual([{ text: "About Ruth" }]);
  });

  test("data deletion requests are deleted after 24 months, which nobody can change", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    clock.now = at("2024-11-01T10:00");
    const values = Object.fromEntries(
      dataDeletionForm.fields.map(({ name, kind, options }) => [
        name,
        name === "email" ? helen.email : kind === "select" ? (options?.[0] ?? "") : "Helen",
      ]),
    );
    const sent = { ...values, phone: "" };
    const reference = await submitForm(testApp, sent, dataDeletionForm.collection);
    await database.write((trx) => finishDeletionRequest(trx, reference, clock.now));
    clock.now = at("2026-10-31T03:00");
    await runRetention(context);
    expect(await remaining(testApp)).toHaveLength(1);
    clock.now = at("2026-11-02T03:00");
    await runRetention(context);
    expect(await remaining(testApp)).toEqual([]);
    for (const table of ["privacy_cases", "privacy_letters"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    const history = database.db.selectFrom("events").selectAll().where("audit", "is", null);
    expect(await history.execute()).toEqual([]);
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const wrong = [{ [dataDeletionForm.collection]: 6 }, { ContactForm: 7 }, { Users: 6 }];
    const codes = await Promise.all(
      wrong.map(async (rules) => (await save(admin, rules)).statusCode),
    );
    expect(codes).toEqual([400, 400, 400]);
  });

  test("a killed run continues after an hour", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    clock.now = at("2026-11-20T02:00");
    const stopped = new AbortController();
    stopped.abort();
    await runRetention(context, stopped.signal);
    const read = () => database.db.selectFrom("retention_runs").selectAll().executeTakeFirst();
    expect(await read()).toMatchObject({ day: "2026-11-20", finished_at: null });
    clock.now += minutes(59);
    await runRetention(context);
    expect(await read()).toMatchObject({ finished_at: null });
    clock.now += minutes(2);
    await runRetention(context);
    expect(await read()).toMatchObject({ finished_at: clock.now });
  });
});
