import { formatDayShort, formatDays } from "../../../platform/desk/format/days.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { Bars } from "./bars.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";

/** Longer ranges are grouped into this many. */
const maxBars = 7;

export function SubscribersPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, subscribers, range } = overview;
  const { total, added, left } = subscribers;
  const size = Math.ceil(periods.length / maxBars);
  const parts = Array.from({ length: Math.ceil(periods.length / size) }, (_, index) => {
    const some = periods.slice(index * size, (index + 1) * size);
    return {
      from: some[0]?.from ?? "",
      to: some.at(-1)?.to ?? "",
      count: some.reduce((sum, { newSubscribers }) => sum + newSubscribers, 0),
    };
  });
  return (
    <NumberPanel
      heading="Newsletter subscribers"
      number={total.toLocaleString("en-US")}
      text={`${formatNet(added - left)} in ${range} days: ${added.toLocaleString("en-US")} joined, ${left.toLocaleString("en-US")} left. The bars are those who joined.`}
      className={styles.half}
    >
      <Bars
        bars={parts.map(({ from, to, count }) => ({
          label:
            from === to ? formatDayShort(from) : `${formatDayShort(from)} to ${formatDayShort(to)}`,
          value: count,
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
