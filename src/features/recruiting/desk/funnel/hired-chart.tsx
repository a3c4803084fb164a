import { UnitChart } from "../../../../platform/desk/format/unit-chart.tsx";
import { type ColumnColor, UnitColumn } from "../../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../../platform/desk/format/unit-scale.ts";
import { type FunnelSource, sourceName } from "../../contract/funnel.ts";

const colors: readonly ColumnColor[] = ["blue", "green", "marigold", "rose", "sage"];
/** Units of one row, and of the highest column. */
const perRow = 4;
const maxUnits = 48;

/** How many applications one unit stands for, the same in all columns. */
export function findScale(sources: readonly FunnelSource[]): number {
  return findUnitScale(Math.max(...sources.map(({ sent }) => sent)), maxUnits);
}

interface HiredChartProps {
  readonly sources: readonly FunnelSource[];
  readonly days: number;
}

/** A column for each source: its units are applications, filled ones are hired people. */
export function HiredChart({ sources, days }: HiredChartProps) {
  const scale = findScale(sources);
  const told = sources.map(
    ({ source, sent, hired }) => `${sourceName(source)} ${hired} of ${sent}`,
  );
  return (
    <UnitChart
      label={`Hired by source, last ${days} days: ${told.join(", ")}.`}
      columns={sources.map(({ source, sent, hired }, index) => ({
        key: source,
        column: (
          <UnitColumn
            units={countUnits(sent, scale)}
            // People hired in this period may have applied before it.
            filled={Math.min(countUnits(sent, scale), countUnits(hired, scale))}
            perRow={perRow}
            color={colors[index % colors.length] ?? "green"}
          />
        ),
        caption: (
          <>
            <b>
              {hired.toLocaleString("en-US")} of {sent.toLocaleString("en-US")}
            </b>
            {sourceName(source)}
          </>
        ),
      }))}
    />
  );
}
