import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { openHelp, postForm } from "../../../../tests/support/helpers.ts";
import { untilBlocked } from "../../../../tests/support/lock-waits.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../tests/support/throttles.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { requestLimits } from "../../requests/contract/requests.ts";
import { helpingPath } from "../contract/helpers.ts";

const ask = { kind: "ride", words: "Ride to the bank", when: "soon" };

/** Rosa, whose helper Maria asked for a ride. */
async function openAsked(testApp: TestApp) {
  const opened = await openHelp(testApp);
  const { db } = testApp.database;
  const url = `${paths.askForHelp}?for=${opened.id}`;
  const act = async (fields: Readonly<Record<string, string>>, by = opened.maria) => {
    const response = await postForm(by, by === opened.maria ? url : paths.askForHelp, fields);
    return response.statusCode;
  };
  expect(await act({ ...ask, _act: "send", _id: crypto.randomUUID() })).toBe(303);
  // The page that says what is wrong is a look at the messages.
  const list = helpingPath(opened.id, { messages: "" });
  await opened.maria.request("GET", list);
  const write = () => postForm(opened.maria, list, { _act: "write", message: "Hi", _key: "k" });
  const { id } = await db.selectFrom("requests").select("id").executeTakeFirstOrThrow();
  /** What the person and staff learn of. */
  const count = async () => {
    const acts = await db.selectFrom("helper_acts").select("kind").execute();
    const emails = (await readEmails(testApp.database)).filter(({ kind }) => kind === "helper-act");
    const stored = await testApp.submissions();
    const messages = await db.selectFrom("request_messages").selectAll().execute();
    return [acts.length, emails.length, stored.length, messages.length];
  };
  const message = (text: string) => ({ _act: "message", _id: id, message: text });
  return { ...opened, url, request: id, act, write, count, message };
}

describeEachDialect("what helpers do", (_open, createDatabase, engine) => {
  test("is told once for a message, of which there are only so many", async () => {
    const testApp = await openTestApp(createDatabase);
    const { act, write, count, message, maria } = await openAsked(testApp);
    const before = await count();
    for (const _ of ["once", "again"]) expect(await act(message("At nine"))).toBe(303);
    const once = before.map((number) => number + 1);
    expect(await count()).toEqual(once);
    await exhaustThrottles(testApp, (key) => key.startsWith("messageConversation:"));
    expect(await act(message("At ten"))).toBe(429);
    expect((await write()).statusCode).toBe(429);
    expect(await count()).toEqual(once);
    const guess = { _act: "code", code: "AAAAA-AAAAA" };
    expect((await postForm(maria, paths.helping, guess)).statusCode).toBe(422);
    await exhaustThrottles(testApp, (key) => /^helper(Code|Invitation):/.test(key));
    for (const _act of ["code", "accept", "decline"]) {
      expect((await postForm(maria, paths.helping, { ...guess, _act })).statusCode).toBe(429);
    }
  });

  test("is all stored, or nothing of it", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database } = testApp;
    const { act, write, count, message, rosa, maria, request } = await openAsked(testApp);
    const done = { state: "done", due_at: null };
    await database.write((trx) => trx.updateTable("requests").set(done).execute());
    const before = await count();
    const rename = (from: string, to: string) =>
      database.write((trx) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx),
      );
    const notGood = { _act: "not-good", _id: request };
    await rename("request_messages", "broken");
    for (const one of [message("At nine"), notGood]) expect(await act(one)).toBe(500);
    expect(await act(notGood, rosa)).toBe(500);
    await rename("broken", "request_messages");
    expect(await count()).toEqual(before);
    await rename("submissions", "broken");
    expect((await write()).statusCode).toBe(500);
    await rename("broken", "submissions");
    expect(await count()).toEqual(before);

    // Whoever says again how it was sends nothing more.
    for (const by of [maria, maria, rosa]) {
      expect(await act(notGood, by)).toBe(303);
      testApp.clock.now += minutes(2);
    }
    expect(await count()).toEqual(before.map((number) => number + 1));
  });

  test("does not show the address if it was turned off meanwhile, whatever else is wrong", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database } = testApp;
    const { url, maria, rosa, id } = await openAsked(testApp);
    await database.write(async (trx) => {
      const home = { address_line1: "9 Hidden Lane", phone_number: "303-555-0177" };
      await trx.updateTable("profiles").set(home).where("uid", "=", rosa.uid).execute();
      const [one] = await trx.selectFrom("requests").selectAll().execute();
      const more = Array.from({ length: requestLimits.openAsks }, (_, index) => ({
        ...one,
        id: crypto.randomUUID(),
        reference: `MANY000${index}`,
      }));
      await trx
        .insertInto("requests")
        .values(more as never)
        .execute();
    });
    const send = () => postForm(maria, url, { ...ask, _act: "send", _id: crypto.randomUUID() });
    const shown = await send();
    expect([shown.statusCode, shown.body.includes("9 Hidden Lane")]).toEqual([422, true]);
    expect(shown.body).not.toContain("303-555-0177");
    const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turningOff = database.write(async (trx) => {
      await trx
        .selectFrom("accounts")
        .select("uid")
        .where("uid", "=", rosa.uid)
        .forUpdate()
        .execute();
      locked.resolve();
      await go.promise;
      await trx.updateTable("helpers").set({ asks: 0 }).where("id", "=", id).execute();
    });
    await locked.promise;
    const sent = send();
    if (engine === "postgres") await untilBlocked(database);
    else await new Promise((resolve) => setTimeout(resolve, 100));
    go.resolve();
    await turningOff;
    const { statusCode, headers, body } = await sent;
    expect([statusCode, headers.location]).toEqual([303, helpingPath(id)]);
    expect(body).not.toMatch(/9 Hidden Lane|303-555-0177/);
  });
});
