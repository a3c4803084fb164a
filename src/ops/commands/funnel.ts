import { trackNames } from "../../contract/endpoints/recruiting.ts";
import { applicationForms } from "../../contract/forms/application-forms.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { toCsvLine } from "../../server/records/csv.ts";
import { laterStatuses } from "../../server/recruiting/applications/applications.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

interface FunnelLine {
  readonly track: string;
  readonly source: string;
  /** By kind: visit, start, step:<id>, submit, qualified, then statuses. */
  readonly counts: Readonly<Record<string, number>>;
}

/** `funnel` prints, for each track and source, how many came, began, finished each step, applied and fit. */
export const funnel: Command = {
  usage: "funnel [--csv]",

  async run({ args, config, print }: Operation): Promise<void> {
    const asCsv = args[0] === "--csv";
    if (args.length > (asCsv ? 1 : 0)) throw new OperatorError("It takes only --csv.");
    const database = await openDatabase(config);
    try {
      const rows = await database.db
        .selectFrom("funnel_events")
        .select(({ fn }) => ["track", "source", "kind", fn.countAll().as("count")])
        .groupBy(["track", "source", "kind"])
        .orderBy("track")
        .orderBy("source")
        .execute();
      const lines = new Map<string, FunnelLine & { counts: Record<string, number> }>();
      for (const { track, source, kind, count } of rows) {
        const key = `${track} ${source}`;
        const line = lines.get(key) ?? { track, source, counts: {} };
        lines.set(key, line);
        line.counts[kind] = Number(count);
      }
      await print(asCsv ? toTable([...lines.values()]) : toJson([...lines.values()]));
    } finally {
      await database.close();
    }
  },
};

/** Every kind that can be counted, in the order in which it happens. */
const kinds = [
  "visit",
  "start",
  ...new Set(
    trackNames.flatMap((track) => applicationForms[track].steps.map(({ id }) => `step:${id}`)),
  ),
  "submit",
  "qualified",
  ...laterStatuses,
];

function toJson(lines: readonly FunnelLine[]): string {
  const ordered = lines.map(({ track, source, counts }) => ({
    track,
    source,
    ...Object.fromEntries(kinds.filter((kind) => counts[kind]).map((kind) => [kind, counts[kind]])),
  }));
  return `${JSON.stringify(ordered, undefined, 2)}\n`;
}

function toTable(lines: readonly FunnelLine[]): string {
  const rows = lines.map(({ track, source, counts }) =>
    toCsvLine([track, source, ...kinds.map((kind) => counts[kind] ?? 0)]),
  );
  return [toCsvLine(["track", "source", ...kinds]), ...rows].join("");
}
