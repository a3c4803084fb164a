import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import {
  applicationPath,
  indexAllApplications,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  changePrivacyRequest,
  pressLink,
  readPrivacyRequest,
} from "../../../../../tests/support/privacy.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";
import { findRecords } from "../deletion/find.ts";

const [kept, taken] = ["june@example.com", "dora@example.net"];
const hours = "17";

/** Dora's application, with more answers and a résumé, is merged into June's. */
async function mergeTwo(testApp: TestApp) {
  const page = tracks.care.intake;
  const june = new TestBrowser(testApp.app);
  const older = await june.apply("care", page, { email: kept, languages: "English" });
  const dora = new TestBrowser(testApp.app);
  const name = `${recruitingPaths("care").resume}?name=dora.pdf`;
  await dora.put(name, Buffer.from("%PDF-1.7\n%%EOF\n"));
  const newer = await dora.apply("care", page, { email: taken, hoursPerWeek: hours });
  await indexAllApplications(testApp);
  const noor = await signInStaff(testApp, ["recruiter", "privacy"], "Noor Aziz");
  const [one, other] = [await openAt(noor, older), await openAt(noor, newer)];
  const body = { version: one.version, other: { reference: newer, version: other.version } };
  const merged = await noor.request("POST", applicationPath("merge", older), body);
  expect(merged.statusCode).toBe(200);
  expect(merged.body).toContain("dora.pdf");
  return { older, newer, noor };
}

async function ask(testApp: TestApp, staff: SignedInStaff, email: string): Promise<string> {
  const body = { kind: "deletion", name: "Dora", email, source: "phone" };
  const added = await staff.request("POST", pathOf(privacyEndpoints.add), body);
  await pressLink(testApp, added.json().reference);
  return added.json().reference;
}

async function remove(staff: SignedInStaff, reference: string, also: readonly string[]) {
  const { held } = await readPrivacyRequest(staff, reference);
  const expected = (held?.deleted ?? 0) + also.length;
  return changePrivacyRequest(staff, "delete", reference, { expected, also });
}

function readKept({ database }: TestApp, reference: string) {
  return database.db
    .selectFrom("applications")
    .select(["answers", "resume_file", "resume_name"])
    .where("reference", "=", reference)
    .executeTakeFirst();
}

describeEachDialect("a merged application", (_open, createDatabase) => {
  const open = () => openTestApp(createDatabase, { RATE_LIMITS: "off" });

  test("loses what it took over when that person's data is deleted", async () => {
    const testApp = await open();
    const { older, noor } = await mergeTwo(testApp);
    // The merged application itself is gone first.
    await testApp.database.write((trx) =>
      trx.deleteFrom("applications").where("email_key", "=", taken).execute(),
    );
    const found = await findRecords(testApp.database.db, taken);
    expect(found.map(({ reference }) => reference)).toContain(older);
    const reference = await ask(testApp, noor, taken);
    const { held } = await readPrivacyRequest(noor, reference);
    expect(held?.rows).toMatchObject([
      { kind: "applications", count: 1, kept: null },
      { kind: "emails" },
      { kind: "privacy" },
    ]);
    expect((await remove(noor, reference, [])).json()).toMatchObject({ status: "done" });
    const left = await readKept(testApp, older);
    expect(left).toMatchObject({ resume_file: null, resume_name: null });
    expect(JSON.parse(left?.answers ?? "{}")).toMatchObject({ email: kept, languages: "English" });
    expect(JSON.parse(left?.answers ?? "{}")).not.toHaveProperty("hoursPerWeek");
    const removals = await testApp.database.db.selectFrom("file_removals").selectAll().execute();
    expect(removals).toEqual([]);
    expect((await openAt(noor, older)).history.at(-1)).toMatchObject({
      what: "Deleted what came from a merged application, as its sender asked",
    });
  });

  test("is shown to staff with either address, who decide about it", async () => {
    const testApp = await open();
    const { older, newer, noor } = await mergeTwo(testApp);
    const ofDora = await ask(testApp, noor, taken);
    expect((await readPrivacyRequest(noor, ofDora)).held?.possible).toMatchObject([
      { reference: older, why: "merged" },
    ]);
    const ofJune = await ask(testApp, noor, kept);
    expect((await readPrivacyRequest(noor, ofJune)).held?.possible).toMatchObject([
      { reference: newer, why: "merged" },
    ]);
    const refused = await remove(noor, ofDora, ["K7MP4R2X"]);
    expect(refused.json()).toMatchObject({ code: "invalid" });
    const done = await remove(noor, ofDora, [older]);
    expect(done.json()).toMatchObject({ status: "done" });
    const { receipt } = done.json();
    const sum = receipt.lines.reduce((all: number, line: { count: number }) => all + line.count, 0);
    expect(receipt.deleted).toBe(sum);
    expect(await testApp.database.db.selectFrom("applications").select("id").execute()).toEqual([]);
    const sources = await testApp.database.db
      .selectFrom("application_sources")
      .select("id")
      .execute();
    expect(sources).toEqual([]);
  });

  test("passes on what it took over when it is merged again", async () => {
    const testApp = await open();
    const { older, noor } = await mergeTwo(testApp);
    const third = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {
      email: "third@example.org",
    });
    await indexAllApplications(testApp);
    const [one, other] = [await openAt(noor, third), await openAt(noor, older)];
    const body = { version: one.version, other: { reference: older, version: other.version } };
    const merged = await noor.request("POST", applicationPath("merge", third), body);
    expect(merged.statusCode).toBe(200);
    const reference = await ask(testApp, noor, taken);
    await remove(noor, reference, []);
    const left = await readKept(testApp, third);
    expect(left).toMatchObject({ resume_file: null });
    expect(left?.answers).not.toContain(`"${hours}"`);
    expect(JSON.parse(left?.answers ?? "{}")).toMatchObject({ languages: "English" });
  });
});
