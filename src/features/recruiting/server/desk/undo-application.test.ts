import { expect, test } from "vitest";
import {
  applicationPath,
  indexAllApplications,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInAgain, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import { applicationEndpoints } from "../../contract/applications.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { changeStatus, givenStatuses } from "../applications/status.ts";

/** All that a change of status can touch, besides the log of acts; the version apart. */
async function readAll({ database: { db } }: TestApp, reference: string) {
  const {
    version,
    changed_at: _,
    ...row
  } = await db
    .selectFrom("applications")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  const history = await readHistory(db, { kind: "application", id: row.id });
  const all = {
    row,
    history,
    funnel: await db.selectFrom("funnel_events").selectAll().orderBy("id").execute(),
    conversions: await db.selectFrom("conversions").select("id").orderBy("id").execute(),
  };
  return { all, version };
}

/** A status itself, and the one after it. */
function nextOf(status: (typeof givenStatuses)[number]) {
  const at = givenStatuses.indexOf(status);
  return [status, givenStatuses.at(at + 1 - givenStatuses.length) ?? status];
}

describeEachDialect("an undo of an application's move", (_open, createDatabase) => {
  test("restores it after every move from every status", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { clock, context, database } = testApp;
    const reference = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {});
    await indexAllApplications(testApp);
    await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const waiting = { waiting_since: clock.now };
    await database.write((trx) => trx.updateTable("applications").set(waiting).execute());
    for (const from of givenStatuses) {
      await changeStatus(reference, from, context);
      clock.now += minutes(30);
      const noor = await signInAgain(testApp, "Noor Aziz");
      if (!noor) throw new Error("Noor is missing.");
      const { all: before, ...first } = await readAll(testApp, reference);
      let { version } = first;
      expect(before.row).toMatchObject({ status: from, ...waiting });
      // PostgreSQL tries the move to the next status; SQLite tries every pair.
      for (const status of database.engine === "sqlite" ? givenStatuses : nextOf(from)) {
        const path = applicationPath("change", reference);
        const moved = (await noor.request("PATCH", path, { version, status })).json();
        expect(moved.undo === null).toBe(status === from);
        if (moved.undo === null) continue;
        expect(moved).toMatchObject({ status, isWaiting: true });
        clock.now += seconds(9);
        const url = pathOf(applicationEndpoints.undo);
        const back = await noor.request("POST", url, { undo: moved.undo });
        expect(back.json()).toEqual({ restored: 1 });
        const after = await readAll(testApp, reference);
        expect(after.all, `${from} to ${status}`).toEqual(before);
        version = after.version;
        expect((await noor.request("POST", url, { undo: moved.undo })).statusCode).toBe(410);
      }
    }
  });

  test("is for who moved it, and changes nothing after another change", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const reference = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {});
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const lena = await signInStaff(testApp, ["recruiter"], "Lena Sato");
    const path = applicationPath("change", reference);
    const move = async (version: number, status: string) =>
      (await noor.request("PATCH", path, { version, status })).json();
    const { undo, version } = await move(1, "screening");
    const url = pathOf(applicationEndpoints.undo);
    expect((await lena.request("POST", url, { undo })).statusCode).toBe(410);
    await lena.request("PATCH", path, { version, status: "interview" });
    expect((await noor.request("POST", url, { undo })).json()).toEqual({ restored: 0 });
    expect((await readAll(testApp, reference)).all.row.status).toBe("interview");
  });
});
