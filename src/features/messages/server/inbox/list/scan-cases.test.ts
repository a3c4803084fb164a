import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../../tests/support/dialects.ts";
import { storeSignedIn } from "../../../../../../tests/support/staff.ts";
import { platform } from "../../../../../platform/contract/form-engine/fields.ts";
import type { DatabaseClient } from "../../../../../platform/server/db/client.ts";
import { type CaseFilter, caseSorts, inboxForms } from "../../../contract/inbox.ts";
import { farFuture } from "../../cases/case-clock.ts";
import { toCaseQuery } from "./case-filter.ts";
import { listCases } from "./list-cases.ts";

const caseCount = 7000;
const isOpen = (n: number) => n % 15 === 0;
const [odd = "", even = ""] = Object.keys(inboxForms);
const [oneApp = "", otherApp = ""] = platform.options;
/** The only cases with a tag that also have the odd numbers' form: an open one and a closed one. */
const exceptions = [30, 4];

/**
 * Cases 1 to `caseCount`: even ones have a tag, every seventh is unassigned, every fifth has one
 * app.
 */
async function fill(database: DatabaseClient): Promise<void> {
  const { id } = await storeSignedIn({ database, clock: { now: 0 } }, ["agent"], "Imani Bell");
  const numbers = sql`with recursive numbers (n) as
    (select 1 union all select n + 1 from numbers where n < ${sql.lit(caseCount)})`;
  const ifOpen = (open: string | number, closed: string | number) =>
    sql`case when n % 15 = 0 then ${sql.lit(open)} else ${sql.lit(closed)} end`;
  await database.write(async (trx) => {
    await sql`insert into submissions
      (id, collection, reference, data, email, created_at, idempotency_key)
      ${numbers} select 'id' || n, ${even}, 'R' || n, '{}', '', n, 'key' || n from numbers`.execute(
      trx,
    );
    await sql`insert into cases
      (id, number, reference, form, platform, name, email, snippet, status, scope, assignee_id,
       created_at, active_at, waiting_since, due_at, version, changed_at)
      ${numbers} select 'id' || n, n, 'R' || n,
        case when n % 2 = 1 or n in (${sql.join(exceptions.map((n) => sql.lit(n)))})
          then ${odd} else ${even} end,
        case when n % 5 = 0 then ${oneApp} else ${otherApp} end, '', '', '',
        ${ifOpen("new", "done")}, ${ifOpen("open", "closed")},
        case when n % 7 = 0 then null else ${id} end, n, n / 3,
        case when n % 15 = 0 then n / 100 else ${sql.lit(farFuture)} end,
        case when n % 15 = 0 then n else ${sql.lit(farFuture)} end, 1, n
      from numbers`.execute(trx);
    await sql`insert into case_tags (case_id, tag, scope, active_at, number)
      select id, 'ride', scope, active_at, number from cases where number % 2 = 0`.execute(trx);
  });
}

/** References without their letter, page by page. */
async function readPages(database: DatabaseClient, filter: CaseFilter): Promise<number[][]> {
  const pages: number[][] = [];
  let after: string | undefined;
  do {
    const page = await listCases(database, toCaseQuery(filter, ""), after, 0);
    pages.push(page.cases.map(({ reference }) => Number(reference.slice(1))));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return pages;
}

describeEachDialect("lists with several filters", (open) => {
  test("scan a bounded number of cases, report it, and miss none", async () => {
    const database = await open();
    await fill(database);
    const count = async (filter: CaseFilter) => {
      const page = await listCases(database, toCaseQuery(filter, ""), undefined, caseCount);
      return [page.count, page.isCountExact];
    };

    // Half of all cases match each of these conditions; no page scans all of them.
    const rare = { status: "all", tag: "ride", form: odd } as const;
    expect(await readPages(database, rare)).toEqual([[], exceptions]);
    expect(await count(rare)).toEqual([1, false]);
    expect((await readPages(database, { ...rare, sort: "oldest" }))[0]).toEqual([4, 30]);

    const all = Array.from({ length: caseCount }, (_, index) => index + 1);
    const filter = { status: "all", tag: "ride", assignee: "nobody", platform: oneApp } as const;
    for (const sort of caseSorts) {
      const found = (await readPages(database, { ...filter, sort })).flat();
      const key = (n: number) => (isOpen(n) ? Math.floor(n / 100) : caseCount);
      const due = (n: number) => (isOpen(n) ? n : caseCount);
      const expected = all.filter((n) => n % 70 === 0);
      if (sort === "newest") expected.reverse();
      if (sort === "due") expected.sort((a, b) => due(a) - due(b) || a - b);
      if (sort === "longest-waiting") expected.sort((a, b) => key(a) - key(b) || a - b);
      expect([sort, found]).toEqual([sort, expected]);
    }

    // By default what is due first, where something is.
    const fromStart = (first: number, step: number) => [first, first + step, first + 2 * step];
    const firstThree = async (filter: CaseFilter) =>
      (await readPages(database, filter))[0]?.slice(0, 3);
    expect(await firstThree({})).toEqual(fromStart(15, 15));
    expect(await firstThree({ assignee: "nobody", form: odd })).toEqual(fromStart(105, 210));
    expect(await firstThree({ status: "done" })).toEqual([7000, 6999, 6998]);

    // Exact if one of the filters matches few.
    expect(await count({ tag: "ride", assignee: "nobody" })).toEqual([33, true]);
    expect(await count({ status: "overdue" })).toEqual([466, true]);
    expect(await count({ status: "overdue", assignee: "nobody" })).toEqual([66, true]);
    // At least the matches among the first thousand.
    expect(await count({ status: "all", form: even, platform: otherApp })).toEqual([857, false]);
  });
});
