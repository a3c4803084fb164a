import type { AppContext } from "../../../../platform/server/app-context.ts";
import { addHistory, saveCase } from "./save-case.ts";

/** Cases in one run; the next one follows within a minute. */
const maxCases = 200;

/** Brings snoozed cases back whose day has come; one that waited for a reply is in progress again. */
export async function wakeCases({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<void> {
  const due = await database.db
    .selectFrom("cases")
    .select("id")
    .where("scope", "=", "snoozed")
    .where("snoozed_until", "<=", now())
    .limit(maxCases)
    .execute();
  for (const { id } of due) {
    await database.write(async (trx) => {
      const found = await trx
        .selectFrom("cases")
        .selectAll()
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (found?.scope !== "snoozed" || Number(found.snoozed_until) > now()) return;
      const reopened = found.status === "waiting" ? ({ status: "in-progress" } as const) : {};
      await saveCase(trx, found, { ...reopened, snooze: null }, now());
      await addHistory(trx, id, null, `Back from snooze: ${found.snooze_reason}`, now());
    });
  }
}
