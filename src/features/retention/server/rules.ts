import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../platform/server/values/calendar.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import type { Happening } from "../../staff/server/event-words.ts";
import {
  deletionCaseMonths,
  type RetentionResponse,
  type RetentionRules,
  retentionKinds,
} from "../contract/retention.ts";
import { countDone } from "./retention-kinds.ts";

/** Months by kind, with the fixed period of data deletion requests. */
export function withFixedRules(rules: RetentionRules): RetentionRules {
  return { ...rules, [dataDeletionForm.collection]: deletionCaseMonths };
}

/** The time before which records have exceeded this many months, in milliseconds since 1970. */
export function monthsBefore(now: number, months: number): number {
  return toOfficeTime(now).subtract({ months }).epochMilliseconds;
}

export async function readRules(db: Kysely<Database>): Promise<RetentionRules> {
  const rows = await db.selectFrom("retention_rules").selectAll().execute();
  return Object.fromEntries(rows.map(({ kind, months }) => [kind, Number(months)]));
}

/** Replaces the saved rules. @returns what changed */
export async function replaceRules(
  trx: Transaction<Database>,
  rules: RetentionRules,
): Promise<Happening[]> {
  const before = await readRules(trx);
  const changed = Object.keys(retentionKinds).filter((kind) => before[kind] !== rules[kind]);
  await trx.deleteFrom("retention_rules").execute();
  const rows = Object.entries(rules).map(([kind, months]) => ({ kind, months }));
  if (rows.length > 0) await trx.insertInto("retention_rules").values(rows).execute();
  return changed.map((record) => {
    const data = { record, from: before[record] ?? null, to: rules[record] ?? null };
    return { kind: "retention.rule", data } as const;
  });
}

/** What a run with these rules would delete, and the last run. */
export async function describeRetention(
  db: Kysely<Database>,
  rules: RetentionRules,
  now: number,
): Promise<RetentionResponse> {
  const counts = await Promise.all(
    Object.entries(withFixedRules(rules)).map(
      async ([kind, months]) =>
        [kind, await countDone(db, kind, monthsBefore(now, months))] as const,
    ),
  );
  const last = await db
    .selectFrom("retention_runs")
    .select(["started_at", "deleted"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    rules,
    counts: Object.fromEntries(counts),
    lastRun: last
      ? { startedAt: new Date(last.started_at).toISOString(), deleted: Number(last.deleted) }
      : null,
  };
}
