import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { openTransaction } from "../../../../../tests/support/open-transaction.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { openWebhookSite } from "../../../../../tests/support/webhooks.ts";

describeEachDialect("an endpoint that is added", (_open, createDatabase, engine) => {
  // Not on SQLite, which has a single writer.
  test.runIf(engine === "postgres")("waits while deliveries are queued", async () => {
    let databaseUrl = "";
    const kept: CreateDatabase = async (filled) => {
      const options = await createDatabase(filled);
      databaseUrl = options.databaseUrl ?? "";
      return options;
    };
    const site = await openWebhookSite(kept);
    const { uid } = await signUp(site.app);
    await site.add({ topics: ["case"] });
    await site.deliver();
    const queueing = await openTransaction(
      databaseUrl,
      "update event_counters set last = last where name = $1",
      ["queued"],
    );
    const adding = site.add({ topics: ["request"] });
    await expect.poll(() => queueing.isBlocking(), { timeout: 20_000, interval: 20 }).toBe(true);
    const { call } = await openProgram(site, "requests:write");
    const body = { customer: { uid }, requestTitle: "Ride", assignedTo: "", assignedToUid: "" };
    const rest = { requestCompleted: false, dateCompleted: null, price: null };
    await call("PUT /requests/a", { ...body, ...rest });
    await queueing.commit();
    await adding;
    const positions = await site.database.db
      .selectFrom("webhook_endpoints")
      .select("after_position")
      .orderBy("after_position", "desc")
      .execute();
    // The account and the request, both from before it was added.
    expect(positions.map((row) => Number(row.after_position))).toEqual([2, 1]);
  });
});
