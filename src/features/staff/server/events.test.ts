import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../tests/support/record-queries.ts";
import { listAudit } from "./list-audit.ts";
import { readHistory } from "./read-history.ts";

const filter = { words: [], kind: undefined, staff: undefined, from: undefined, to: undefined };

describeEachDialect("the table of events", (open, _createDatabase, engine) => {
  test("is read by indexes", async () => {
    const client = await open();
    const { db, queries } = recordQueries(client.db);
    const plans: string[][] = [];
    for (const [index, read] of [
      ["events_by_subject", () => readHistory(db, { kind: "case", id: "case 1" })],
      ["events_by_audit", () => listAudit(db, { ...filter, kind: "change" }, undefined, 50)],
      ["events_by_staff_id", () => listAudit(db, { ...filter, staff: "imani" }, undefined, 50)],
      ["events_by_target", () => listAudit(db, { ...filter, words: ["k7mp4r2x"] }, undefined, 50)],
      [
        engine === "sqlite" ? "sqlite_autoindex_events_1" : "events_pkey",
        () => listAudit(db, filter, undefined, 50),
      ],
    ] as const) {
      queries.length = 0;
      await read();
      const [query] = queries;
      if (!query) throw new Error("Nothing was read.");
      const plan = await client.write(async (trx) => {
        if (engine === "postgres") {
          // It would rather scan or sort a table as small as this one.
          await sql`set local enable_seqscan = off`.execute(trx);
          await sql`set local enable_bitmapscan = off`.execute(trx);
          await sql`set local enable_sort = off`.execute(trx);
        }
        const explain = engine === "sqlite" ? "explain query plan" : "explain";
        const { rows } = await trx.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
        return JSON.stringify(rows);
      });
      plans.push([index, plan.includes(index) ? index : plan]);
    }
    expect(plans.map(([, found]) => found)).toEqual(plans.map(([index]) => index));
  });
});
