import type { TestApp } from "./test-app.ts";

/** More than any limit allows. */
const tooMany = 1000;

/**
 * Leaves no tries in the counters that there are, as strangers do who try without end.
 * @param isMeant which of them, by key: `<limit>:<hash>`
 */
export async function useUpAttempts(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  isMeant: (key: string) => boolean = () => true,
): Promise<void> {
  await database.write(async (trx) => {
    const counters = await trx.selectFrom("throttles").select("key").execute();
    const keys = counters.map(({ key }) => key).filter(isMeant);
    if (keys.length === 0) throw new Error("Nothing of that kind has been counted yet.");
    await trx
      .updateTable("throttles")
      .set({ count: tooMany, window_started_at: clock.now })
      .where("key", "in", keys)
      .execute();
  });
}
