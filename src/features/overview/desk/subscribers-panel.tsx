import { formatDayShort, formatDays, formatMonth } from "../../../platform/desk/format/days.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { describeUnit, nameUnit } from "./overview-text.ts";

const maxUnits = 30;
/** Columns of the chart: longer ranges are grouped into this many. */
const maxColumns = 5;

export function SubscribersPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, subscribers, range } = overview;
  const size = Math.ceil(periods.length / maxColumns);
  const parts = Array.from({ length: Math.ceil(periods.length / size) }, (_, index) => {
    const some = periods.slice(index * size, (index + 1) * size);
    return {
      from: some[0]?.from ?? "",
      to: some.at(-1)?.to ?? "",
      count: some.reduce((total, { newSubscribers }) => total + newSubscribers, 0),
    };
  });
  const scale = findUnitScale(Math.max(0, ...parts.map(({ count }) => count)), maxUnits);
  return (
    <NumberPanel
      heading="Newsletter subscribers"
      number={subscribers.total.toLocaleString("en-US")}
      text={`${subscribers.added.toLocaleString("en-US")} joined, ${subscribers.left.toLocaleString("en-US")} left: ${formatNet(subscribers.added - subscribers.left)}. ${describeUnit(scale, "subscriber who joined", "subscribers who joined")}.`}
      className={styles.quarter}
    >
      <UnitChart
        label={`Joined: ${parts.map(({ from, to, count }) => `${formatDays(from, to)}: ${count}`).join(", ")}.`}
        columns={parts.map(({ from, count }, index) => ({
          key: from,
          column: (
            <UnitColumn
              units={countUnits(count, scale)}
              perRow={2}
              unitSize={[11, 10]}
              color={index === parts.length - 1 ? "clay" : "blue"}
            />
          ),
          caption: (
            <>
              <b>{count}</b>
              {nameUnit(range) === "month" ? formatMonth(from) : formatDayShort(from)}
            </>
          ),
        }))}
      />
      <NumberTable
        name="Newsletter subscribers"
        columns={["Days", "Joined", "Left", "Net"]}
        rows={periods.map(({ from, to, newSubscribers, leftSubscribers }) => [
          formatDays(from, to),
          newSubscribers,
          leftSubscribers,
          formatNet(newSubscribers - leftSubscribers),
        ])}
      />
    </NumberPanel>
  );
}

/** "+3", "−2", "0": with the sign of a difference. */
function formatNet(difference: number): string {
  if (difference === 0) return "0";
  return `${difference > 0 ? "+" : "−"}${Math.abs(difference).toLocaleString("en-US")}`;
}
