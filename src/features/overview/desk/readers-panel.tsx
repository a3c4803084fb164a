import { formatDayShort, formatDays, formatMonth } from "../../../platform/desk/format/days.ts";
import { House } from "../../../platform/desk/format/house.tsx";
import { Street } from "../../../platform/desk/format/street.tsx";
import { countWindows, findWindowScale } from "../../../platform/desk/format/window-scale.ts";
import type { OverviewResponse } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { nameUnit, windowOf } from "./overview-text.ts";

const maxWindows = 30;
/** Houses of the picture: longer ranges are grouped into this many. */
const houses = 5;

export function ReadersPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, readers, range } = overview;
  const size = Math.ceil(periods.length / houses);
  const parts = Array.from({ length: Math.ceil(periods.length / size) }, (_, index) => {
    const some = periods.slice(index * size, (index + 1) * size);
    return {
      from: some[0]?.from ?? "",
      to: some.at(-1)?.to ?? "",
      count: some.reduce((total, { newReaders }) => total + newReaders, 0),
    };
  });
  const scale = findWindowScale(Math.max(0, ...parts.map(({ count }) => count)), maxWindows);
  return (
    <NumberPanel
      heading="Newsletter subscribers"
      number={readers.total.toLocaleString("en-US")}
      text={`${readers.added.toLocaleString("en-US")} joined, ${readers.left.toLocaleString("en-US")} left: ${formatNet(readers.added - readers.left)}. ${windowOf(scale, "subscriber who joined", "subscribers who joined")}.`}
      className={styles.quarter}
    >
      <Street
        label={`Joined: ${parts.map(({ from, to, count }) => `${formatDays(from, to)}: ${count}`).join(", ")}.`}
        houses={parts.map(({ from, count }, index) => ({
          key: from,
          house: (
            <House
              windows={countWindows(count, scale)}
              columns={2}
              pane={[11, 10]}
              roof={index === parts.length - 1 ? "clay" : "blue"}
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
        rows={periods.map(({ from, to, newReaders, leftReaders }) => [
          formatDays(from, to),
          newReaders,
          leftReaders,
          formatNet(newReaders - leftReaders),
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
