import type { Command } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { toCsvHeader, toCsvLine } from "../../../platform/server/parsing/csv.ts";
import { type FunnelLine, funnelKinds, readFunnel } from "../server/applicants/funnel.ts";

/**
 * `funnel` prints, by track and source, how many people visited, started, finished each step,
 * applied and qualified.
 */
export const funnel: Command = {
  summary: "counts visits, starts, steps and applications by track and source",
  usage: "funnel [--csv]",

  async run({ args, config, dryRun, print }) {
    const asCsv = args[0] === "--csv";
    if (args.length > (asCsv ? 1 : 0)) throw new OperatorError(`Usage: ${funnel.usage}`);
    await withDatabase({ config, dryRun }, async (database) => {
      const lines = await readFunnel(database.db);
      await print(asCsv ? toTable(lines) : toJson(lines));
    });
  },
};

function toJson(lines: readonly FunnelLine[]): string {
  const ordered = lines.map(({ track, source, counts }) => {
    const happened = funnelKinds.filter((kind) => counts[kind]);
    return { track, source, ...Object.fromEntries(happened.map((kind) => [kind, counts[kind]])) };
  });
  return toJsonText(ordered);
}

function toTable(lines: readonly FunnelLine[]): string {
  const rows = lines.map(({ track, source, counts }) =>
    toCsvLine([track, source, ...funnelKinds.map((kind) => counts[kind] ?? 0)]),
  );
  return [toCsvHeader(["track", "source", ...funnelKinds]), ...rows].join("");
}
