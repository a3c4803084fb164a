import type { Transaction } from "kysely";
import { days } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { helpLimits } from "../contract/helpers.ts";
import { endHelp } from "./people/change-help.ts";
import { emailReminder } from "./people/emails.ts";
import { timesIn, timeZoneOfPerson } from "./people/read-helpers.ts";
import type { HelperTable } from "./tables.ts";

/** Rows of one transaction. */
const atOnce = 50;

type SweepContext = Pick<AppContext, "database" | "now" | "origin" | "secret">;

/**
 * Ends helps that were not renewed and invitations that nobody answered, reminds people before that,
 * and deletes what has ended or happened long ago.
 */
export async function sweepHelpers(context: SweepContext): Promise<void> {
  const { write } = context.database;
  const now = context.now();
  await repeat(() => write((trx) => endDue(trx, context)));
  await repeat(() => write((trx) => remind(trx, context)));
  const oldest = now - days(facts.keep.helperDays);
  await write(async (trx) => {
    await trx.deleteFrom("helpers").where("ended_at", "<=", oldest).execute();
    await trx
      .deleteFrom("helpers")
      .where("accepted_at", "is", null)
      .where("ended_at", "<=", now - days(helpLimits.invitationDays))
      .execute();
    await trx.deleteFrom("helper_acts").where("at", "<=", oldest).execute();
  });
}

/** @param work returns whether there is more */
async function repeat(work: () => Promise<boolean>): Promise<void> {
  while (await work()) {
    // Each round is a transaction of its own.
  }
}

function selectOpen(trx: Transaction<Database>) {
  return trx
    .selectFrom("helpers")
    .selectAll()
    .where("ended_at", "is", null)
    .orderBy("id")
    .limit(atOnce)
    .forUpdate();
}

async function endDue(trx: Transaction<Database>, context: SweepContext): Promise<boolean> {
  const now = context.now();
  const rows: HelperTable[] = await selectOpen(trx)
    .where(({ or, and, eb }) =>
      or([
        eb("until_at", "<=", now),
        and([
          eb("accepted_at", "is", null),
          // The person may send it again until then.
          eb("expires_at", "<=", now - days(helpLimits.invitationDays)),
        ]),
      ]),
    )
    .execute();
  for (const row of rows) await endHelp(trx, row, "expired", context);
  return rows.length === atOnce;
}

async function remind(trx: Transaction<Database>, context: SweepContext): Promise<boolean> {
  const now = context.now();
  const rows: HelperTable[] = await selectOpen(trx)
    .where("until_at", "<=", now + days(helpLimits.renewDays))
    .where("until_at", ">", now)
    .where("reminded_at", "is", null)
    .execute();
  for (const row of rows) {
    const { day } = timesIn(await timeZoneOfPerson(trx, row.uid));
    const set = { reminded_at: now };
    await trx.updateTable("helpers").set(set).where("id", "=", row.id).execute();
    await emailReminder(trx, row, day(row.until_at ?? now), context);
  }
  return rows.length === atOnce;
}
