import { expect, test } from "vitest";
import {
  applicationPath,
  indexAllApplications,
  listAt,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../../tests/support/record-queries.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { usualHolidays } from "../../../messages/contract/holidays.ts";
import { applicationEndpoints } from "../../contract/applications.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import type { FirstWord } from "../../contract/stages.ts";
import { contactLimit } from "./application-filter.ts";
import { readFirstWord } from "./first-word.ts";

/** A Monday, 10 am at the office. */
const monday = Date.parse("2026-11-09T17:00:00Z");

test("the clock of contact stops on weekends and holidays", () => {
  const friday = monday + days(4);
  // November 11 is Veterans Day.
  expect(contactLimit(friday, usualHolidays)).toBe(monday - days(4));
  expect(contactLimit(friday, { federal: [], own: [] })).toBe(monday - days(3));
  expect(contactLimit(friday + days(2), usualHolidays)).toBe(monday - days(3));
});

describeOnSqlite("the first word", (_open, createDatabase) => {
  test("is read by the index of a status and its times", async () => {
    const { database, clock } = await openTestApp(createDatabase);
    const { db, queries } = recordQueries(database.db);
    await readFirstWord(db, clock.now);
    const own = queries.filter(({ sql }) => sql.includes('as "moved_at"'));
    expect(own.length).toBeGreaterThan(3);
    for (const query of own) {
      const { rows } = await database.db.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      });
      const plan = rows.map(({ detail }) => detail).join("; ");
      expect(plan).toMatch(/sent_applications_by_\w+ \(status=\? AND submitted_at>\?\)/);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

describeEachDialect("applicants who wait", (_open, createDatabase) => {
  test("are on a list after five working days, and count as late on the overview", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { clock, database } = testApp;
    clock.now = monday;
    const apply = (firstName: string, phone: string) =>
      new TestBrowser(testApp.app).apply("care", tracks.care.intake, {
        firstName,
        lastName: "Lam",
        email: `${firstName}@example.com`,
        phone,
      });
    const tia = await apply("Tia", "303-555-0123");
    const rosa = await apply("Rosa", "303-555-0124");
    await indexAllApplications(testApp);
    const read = async () => {
      const noor = await signInStaff(testApp, ["recruiter"], `Noor ${orderedId()}`);
      const found = await noor.request("GET", pathOf(applicationEndpoints.firstWord));
      const { applications } = await listAt(noor, "contact=late");
      return {
        noor,
        word: found.json<FirstWord>(),
        late: applications.map((one) => one.reference),
      };
    };
    const first = await read();
    expect(first.word).toEqual({ sent: 2, due: 0, inTime: 0, medianMinutes: null, lateNow: 0 });

    clock.now = monday + days(1);
    const { noor } = await read();
    const { version } = await openAt(noor, tia);
    await noor.request("PATCH", applicationPath("change", tia), { version, status: "screening" });
    expect((await read()).word).toMatchObject({ due: 1, inTime: 1, medianMinutes: 9 * 60 });

    clock.now = monday + days(8) + hours(1);
    const week = await read();
    expect([week.word, week.late]).toEqual([
      { sent: 2, due: 2, inTime: 1, medianMinutes: 9 * 60, lateNow: 1 },
      [rosa],
    ]);
    for (const [words, found] of [
      ["Rosa", [rosa]],
      ["Tia", []],
    ] as const) {
      const { applications } = await listAt(week.noor, `contact=late&q=${words}`);
      expect(applications.map(({ reference }) => reference)).toEqual(found);
    }

    const { id } = await database.db
      .selectFrom("applications")
      .select("id")
      .where("reference", "=", rosa)
      .executeTakeFirstOrThrow();
    const sent = { case_id: null, application_id: id, at: clock.now };
    const email = (kind: string) =>
      database.write((trx) =>
        trx
          .insertInto("conversation_sent_emails")
          .values({ ...sent, id: orderedId(), kind })
          .execute(),
      );
    await email("interview-booked");
    expect((await read()).late).toEqual([rosa]);
    await email("interview-offer");
    const offered = await read();
    expect([offered.word, offered.late]).toEqual([{ ...week.word, lateNow: 0 }, []]);
    await database.write((trx) => trx.deleteFrom("conversation_sent_emails").execute());
    const reply = { kind: "reply", staff_id: week.noor.id, text: "Hello", mentions: "[]" };
    await database.write((trx) =>
      trx
        .insertInto("conversation_entries")
        .values({
          ...reply,
          id: orderedId(),
          case_id: null,
          application_id: id,
          at: clock.now,
          via: "page",
          source_key: null,
        })
        .execute(),
    );
    const told = await read();
    expect([told.word.lateNow, told.word.due, told.word.inTime, told.late]).toEqual([0, 2, 1, []]);
    clock.now += days(2);
    expect((await read()).late).toEqual([tia]);
  });
});
