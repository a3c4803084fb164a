import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";

describeEachDialect("database client", (open) => {
  test("pings", async () => {
    const client = await open();
    await client.ping();
    expect(await client.db.selectFrom("submissions").selectAll().execute()).toEqual([]);
  });
});
