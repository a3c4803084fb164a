import type { AppContext } from "../../../../platform/server/app-context.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { saveCase } from "./save-case.ts";

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
      const data = { reason: found.snooze_reason ?? "" };
      await recordEvent(trx, { kind: "case.woken", data, subject: { kind: "case", id } }, now());
    });
  }
}
