import { facts } from "../../../contract/facts.ts";
import type { AppContext } from "../../context/app-context.ts";
import { days } from "../../platform/durations.ts";

/** How long a session lasts after its last use, in milliseconds. */
export const lifetimeMs = days(facts.keep.sessionDays);

/** The new token has reached its browser: the one before is over. */
export async function takeUp(
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
 * Notes that a session is in use. Times that the clock has yet to reach, since it was set
 * back, become now: a proof lasts no longer for it.
 * @returns false when the session has another token by now, or is over
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
