import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { recordQueries } from "../../../../tests/support/record-queries.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { readOverview } from "./read-overview.ts";

const times = ["created_at", "answered_at", "closed_at"];

describeOnSqlite("the overview", (_open, createDatabase) => {
  test("finds what came in, was answered or was closed in a period by an index of times", async () => {
    const { database, clock } = await openTestApp(createDatabase);
    const { db, queries } = recordQueries(database.db);
    await readOverview(db, 90, clock.now);
    const plans = new Map<string, string>();
    for (const query of queries) {
      if (!times.some((time) => query.sql.includes(`"${time}" >= ? and "${time}" < ?`))) continue;
      const { rows } = await database.db.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      });
      plans.set(query.sql, rows.map(({ detail }) => detail).join("; "));
    }
    expect(plans.size).toBeGreaterThan(3);
    for (const [statement, plan] of plans) {
      expect(plan, statement).toMatch(/\((?:created_at|answered_at|closed_at)>\? AND/);
    }
  });
});
