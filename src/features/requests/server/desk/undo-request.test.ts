import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  add,
  change,
  friday,
  later,
  openDesk,
  ride,
  send,
} from "../../../../../tests/support/requests.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import type { TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import { requestEndpoints } from "../../contract/desk.ts";

const undoPath = pathOf(requestEndpoints.undo);
const cancelation = { by: "customer", reason: "Rosa does not need it" };
const completion = { day: "2026-11-20", clock: "14:55", price: 2000, sendsReceipt: true };
const edited = {
  ...ride,
  title: "Ride to the dentist",
  time: { ...ride.time, clock: "15:00" },
  price: null,
  privateNote: "",
};

/** Everything stored about requests, but the number of changes and the time of the last one. */
async function readStored({ database: { db } }: TestApp) {
  const requests = await db.selectFrom("requests").selectAll().orderBy("id").execute();
  return {
    requests: requests.map(({ version: _version, changed_at: _time, ...row }) => row),
    documents: await db.selectFrom("completed_requests").selectAll().orderBy("id").execute(),
    emails: await db
      .selectFrom("mail_outbox")
      .select(["id", "subject"])
      .where("kind", "like", "request-%")
      .orderBy("id")
      .execute(),
  };
}

describeEachDialect("undo of a change of a request", (_open, createDatabase) => {
  test.each([
    { from: "asked", name: "book", body: {} },
    { from: "asked", name: "propose", body: { time: ride.time, price: 1850 } },
    { from: "asked", name: "cancel", body: cancelation },
    { from: "booked", name: "edit", body: edited },
    { from: "booked", name: "assign", body: { providerId: "nadia" } },
    { from: "booked", name: "complete", body: completion },
    { from: "booked", name: "cancel", body: { ...cancelation, withLater: true } },
    { from: "done", name: "edit", body: edited },
    { from: "done", name: "reopen", body: {} },
    { from: "canceled", name: "reopen", body: {} },
  ] as const)("restores every column: $name of one that is $from", async ({ from, name, body }) => {
    const desk = await openDesk(createDatabase);
    const { site, rosa, nadia } = desk;
    const repeat = { weekDays: [5], until: "2026-12-04", without: [] };
    let one = await add(desk.imani, rosa.uid, { repeat });
    if (from === "asked") {
      const asked = { state: "asked", document_id: null, due_at: friday + hours(1) };
      await site.database.write(async (trx) => {
        await trx.deleteFrom("completed_requests").where("id", "=", one.reference).execute();
        await trx.updateTable("requests").set(asked).where("id", "=", one.reference).execute();
      });
    }
    const imani = await later(site, friday + hours(6));
    if (from === "done") one = (await change(imani, one, "complete", completion)).json();
    if (from === "canceled") one = (await change(imani, one, "cancel", cancelation)).json();
    const stored = await readStored(site);
    const log = one.log;

    const named = "providerId" in body && body.providerId !== "" ? { providerId: nadia } : {};
    const changed = await change(imani, one, name, { ...body, ...named });
    expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()]);
    expect(await readStored(site)).not.toEqual(stored);
    const { undo } = changed.json();
    const undone = await imani.request("POST", undoPath, { undo });
    const count = "withLater" in body ? 3 : 1;
    expect([undone.statusCode, undone.json()]).toEqual([200, { restored: count }]);
    expect(await readStored(site)).toEqual(stored);
    const path = pathOf(requestEndpoints.read).replace(":id", one.reference);
    const now = (await imani.request("GET", path)).json();
    expect(now.log).toEqual(log);
    expect(now.version).toBe(one.version + 2);
    expect((await readAudit(site)).filter((line) => line.join().includes("Undone: ")).length).toBe(
      count,
    );
    const again = await imani.request("POST", undoPath, { undo });
    expect(again.json()).toMatchObject({ code: "link-expired" });
  });

  test("removes all that was added, its documents and the email, and the log says so", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const key = randomUUID();
    const body = { ...ride, customerId: rosa.uid, key, tellsCustomer: true };
    const repeat = { weekDays: [5], until: "2026-12-04", without: [] };
    const { undo } = (await send(imani, { ...body, repeat })).json();
    expect((await send(imani, { ...body, repeat })).json()).toMatchObject({ undo: null });
    expect((await readStored(site)).emails).toHaveLength(1);
    const undone = await imani.request("POST", undoPath, { undo });
    expect(undone.json()).toEqual({ restored: 3 });
    expect(await readStored(site)).toEqual({ requests: [], documents: [], emails: [] });
    expect((await readAudit(site)).filter((line) => line.join().includes("Undone: "))).toHaveLength(
      3,
    );

    const one = await add(imani, rosa.uid);
    await change(imani, one, "cancel", cancelation);
    const token = (one as typeof one & { readonly undo: string }).undo;
    const late = await imani.request("POST", undoPath, { undo: token });
    expect(late.json()).toEqual({ restored: 0 });
  });

  test("is for the same person, in time, and not after another change", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const one = await add(imani, rosa.uid, { key: randomUUID() });
    const other = await signInStaff(site, ["agent"], "Ben Ito");
    const first = (await change(imani, one, "cancel", cancelation)).json();
    const foreign = await other.request("POST", undoPath, { undo: first.undo });
    expect(foreign.json()).toMatchObject({ code: "link-expired" });

    const second = (await change(imani, first, "reopen")).json();
    const third = (await change(other, second, "cancel", cancelation)).json();
    const overtaken = await imani.request("POST", undoPath, { undo: second.undo });
    expect(overtaken.json()).toEqual({ restored: 0 });
    site.clock.now += undoLifetimeMs + 1;
    const late = await other.request("POST", undoPath, { undo: third.undo });
    expect(late.json()).toMatchObject({ message: "It is too late to undo this." });
  });

  test("keeps emails until it is over", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const one = await add(imani, rosa.uid, { tellsCustomer: false });
    await change(imani, one, "cancel", cancelation);
    const { next_try_at } = await site.database.db
      .selectFrom("mail_outbox")
      .select("next_try_at")
      .where("kind", "=", "request-canceled")
      .executeTakeFirstOrThrow();
    expect(Number(next_try_at)).toBe(site.clock.now + undoLifetimeMs);
  });
});
