import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { mergeAccounts } from "../../../customers/server/merges/merge-accounts.ts";
import { undoMerge } from "../../../customers/server/merges/undo-merge.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { importRequests } from "../desk/import-requests.ts";

describeEachDialect("a customer whose account was merged", (_open, createDatabase) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { database, clock } = site;
    const ruth = await signUp(site.app);
    const marcus = await signUp(site.app, { email: "marcus@example.com" });
    const { support_id: supportId } = await database.db
      .selectFrom("accounts")
      .select("support_id")
      .where("uid", "=", marcus.uid)
      .executeTakeFirstOrThrow();
    const acting = () => ({ by: commandLine, now: clock.now });
    const merge = () =>
      database.write((trx) =>
        mergeAccounts({ kept: ruth.uid, other: marcus.uid }, { trx, ...acting() }),
      );
    const undo = () => database.write((trx) => undoMerge(marcus.uid, { trx, ...acting() }));
    return { ...site, ruth, marcus, supportId, merge, undo };
  }

  test("is found by a program with the former uid or address, and listed as changed", async () => {
    const site = await openSite();
    const { ruth, marcus, merge, undo } = site;
    const { call } = await openProgram(site, "requests:write");
    const body = { requestTitle: "Ride", requestCompleted: false, price: 20 };
    const fields = { ...body, assignedTo: "", assignedToUid: "", dateCompleted: null };
    const put = (id: string, customer: object) =>
      call(`PUT /requests/${id}`, { customer, ...fields });
    await put("a", { uid: marcus.uid });
    await put("b", { uid: ruth.uid });
    let next = (await call("GET /requests")).body.next;
    const listChanged = async () => {
      const { body: page } = await call(`GET /requests?after=${next}`);
      next = page.next;
      return page.requests.map((one: { externalId: string; customer: object }) => [
        one.externalId,
        one.customer,
      ]);
    };
    expect(await listChanged()).toEqual([]);
    await merge();
    expect(await listChanged()).toEqual([["a", { uid: ruth.uid }]]);
    const former = await call(`GET /requests?customer=${marcus.uid}`);
    expect(former.body.requests).toHaveLength(2);
    for (const [id, customer, status] of [
      ["a", { uid: marcus.uid }, 200],
      ["c", { uid: marcus.uid }, 201],
      ["d", { email: "Marcus@example.com" }, 201],
    ] as const) {
      const answer = await put(id, customer);
      expect([id, answer.status, answer.body.customer]).toEqual([id, status, { uid: ruth.uid }]);
    }
    await listChanged();
    await undo();
    expect(await listChanged()).toEqual([["a", { uid: marcus.uid }]]);
  });

  test("is found by an import with the former address or ID, and nothing is added twice", async () => {
    const { ruth, supportId, merge, context, database } = await openSite();
    const lines = ["marcus@example.com", supportId].map((customer, index) => ({
      line: index + 2,
      cells: { customer, title: `Ride ${index}` },
    }));
    const load = async (count: number) => {
      const file = { lines: lines.slice(0, count), errors: [], columns: [] };
      const fields = ["customer", "title"] as const;
      const { added, known, wrong } = await importRequests(
        context,
        { ...file, fields },
        commandLine,
      );
      return { added, known, wrong };
    };
    expect(await load(1)).toEqual({ added: 1, known: 0, wrong: 0 });
    await merge();
    expect(await load(2)).toEqual({ added: 1, known: 1, wrong: 0 });
    const owners = await database.db.selectFrom("requests").select("uid").execute();
    expect(owners).toEqual([{ uid: ruth.uid }, { uid: ruth.uid }]);
  });
});
