import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";

describeEachDialect("signups", (open, _createDatabase, engine) => {
  test("lookups by address and by network address use indexes", async () => {
    const { db } = await open();
    const names =
      engine === "sqlite"
        ? sql<{ name: string }>`
          select name from sqlite_schema where tbl_name = 'newsletter_subscribers'
          and type = 'index' and sql is not null order by name`
        : sql<{ name: string }>`
          select indexname as name from pg_indexes where tablename = 'newsletter_subscribers'
          and indexname like '%by%' order by 1`;
    expect((await names.execute(db)).rows.map(({ name }) => name)).toEqual([
      "newsletter_subscribers_by_address",
      "newsletter_subscribers_by_email",
      "newsletter_subscribers_by_pending",
      "newsletter_subscribers_by_unlisted",
    ]);
  });
});
