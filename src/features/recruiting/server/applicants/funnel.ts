import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { laterStatuses } from "../../contract/application-status.ts";
import { trackNames } from "../../contract/recruiting-endpoints.ts";

export interface FunnelLine {
  readonly track: string;
  readonly source: string;
  /** Count by kind; see `funnelKinds`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Every kind of event that is counted, in the order in which they happen. */
export const funnelKinds: readonly string[] = [
  "visit",
  "start",
  ...new Set(
    trackNames.flatMap((track) => applicationForms[track].steps.map(({ id }) => `step:${id}`)),
  ),
  "submit",
  "qualified",
  ...laterStatuses,
];

/** The counts of each track and source. */
export async function readFunnel(db: Kysely<Database>): Promise<FunnelLine[]> {
  const rows = await db
    .selectFrom("funnel_events")
    .select(({ fn }) => ["track", "source", "kind", fn.countAll().as("count")])
    .groupBy(["track", "source", "kind"])
    .orderBy("track")
    .orderBy("source")
    .execute();
  const lines = Map.groupBy(rows, ({ track, source }) => `${track} ${source}`);
  return [...lines.values()].flatMap((events) => {
    const [first] = events;
    if (!first) return [];
    const counts = Object.fromEntries(events.map(({ kind, count }) => [kind, Number(count)]));
    return [{ track: first.track, source: first.source, counts }];
  });
}
