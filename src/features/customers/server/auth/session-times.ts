import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";

/** How long a session lasts after its last use, in milliseconds. */
export const lifetimeMs = days(facts.keep.sessionDays);

/** Stores that the browser received its new token, which ends the previous one. */
export async function confirmRenewal(
  { database }: AppContext,
  tokenHash: string,
  now: number,
): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable("sessions")
      .set({ renewed_at: now })
      .where("token_hash", "=", tokenHash)
      .where("renewed_at", "is", null)
      .execute(),
  );
}

/**
 * Stores that a session is in use. Times in the future, possible after the clock was set back,
 * become now, so that a reauthentication does not last longer.
 * @returns false if the session has a new token or has ended
 */
export async function touch(
  { database }: AppContext,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((trx) =>
    trx
      .updateTable("sessions")
      .set((row) => ({
        last_seen_at: now,
        expires_at: now + lifetimeMs,
        proved_at: row
          .case()
          .when("proved_at", ">", now)
          .then(now)
          .else(row.ref("proved_at"))
          .end(),
        renewed_at: row
          .case()
          .when("renewed_at", ">", now)
          .then(now)
          .else(row.ref("renewed_at"))
          .end(),
      }))
      .where("token_hash", "=", tokenHash)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}
