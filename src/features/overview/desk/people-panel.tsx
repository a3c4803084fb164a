import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import type { Colleague } from "../../../platform/contract/desk/staff.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { shownName } from "../../../platform/desk/format/names.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { type ColumnColor, UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { describeUnit } from "./overview-text.ts";

/** Columns of the chart; the table has everybody. */
const maxColumns = 5;
const maxUnits = 10;
const colors: readonly ColumnColor[] = ["green", "blue", "marigold", "clay"];

interface PeoplePanelProps {
  readonly overview: OverviewResponse;
  readonly colleagues: readonly Colleague[];
}

export function PeoplePanel({ overview: { open, openBy }, colleagues }: PeoplePanelProps) {
  const people = openBy.map(({ staffId, count }) => {
    const colleague = colleagues.find(({ id }) => id === staffId);
    const name = colleague ? shownName(colleague, colleagues) : staffId ? "Left" : "Unassigned";
    return { key: staffId ?? "nobody", name, count };
  });
  const shown = people.slice(0, maxColumns);
  const scale = findUnitScale(Math.max(0, ...shown.map(({ count }) => count)), maxUnits);
  return (
    <NumberPanel
      heading="Open by person"
      number={formatCount(open, open < maxCount)}
      text={`open. ${describeUnit(scale, "message", "messages")}.`}
      className={styles.quarter}
    >
      <UnitChart
        label={people.map(({ name, count }) => `${name}: ${count}`).join(", ") || "None is open."}
        columns={shown.map(({ key, name, count }, index) => ({
          key,
          column: (
            <UnitColumn
              units={countUnits(count, scale)}
              perRow={1}
              unitSize={[22, 14]}
              color={key === "nobody" ? "gray" : (colors[index % colors.length] ?? "green")}
            />
          ),
          caption: (
            <>
              <b>{count}</b>
              <bdi>{name}</bdi>
            </>
          ),
        }))}
      />
      <NumberTable
        name="Open by person"
        columns={["Who", "Open"]}
        rows={people.map(({ name, count }) => [name, count])}
      />
    </NumberPanel>
  );
}
