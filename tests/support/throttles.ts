import type { TestApp } from "./test-app.ts";

/** More than any limit allows. */
const tooMany = 1000;

/**
 * Uses up all attempts of the existing counters.
 * @param matches selects counters by key: `<limit>:<hash>`
 */
export async function exhaustThrottles(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  matches: (key: string) => boolean = () => true,
): Promise<void> {
  await database.write(async (trx) => {
    const counters = await trx.selectFrom("throttles").select("key").execute();
    const keys = counters.map(({ key }) => key).filter(matches);
    if (keys.length === 0) throw new Error("No attempts of that kind have been counted yet.");
    await trx
      .updateTable("throttles")
      .set({ count: tooMany, window_started_at: clock.now })
      .where("key", "in", keys)
      .execute();
  });
}
