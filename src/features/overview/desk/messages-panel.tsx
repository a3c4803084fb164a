import {
  formatDayShort,
  formatDays,
  formatMonth,
  weekdayOf,
} from "../../../platform/desk/format/days.ts";
import { type ChartColumn, UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { type ColumnColor, UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import type { OverviewPeriod, OverviewResponse } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { describeUnit, nameUnit } from "./overview-text.ts";

/** Maximum of units in a column: for a day, which is narrow, and for a week. */
const maxDay = 12;
const maxWeek = 40;

export function MessagesPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, messages, messagesToday, range } = overview;
  const unit = nameUnit(range);
  const isDays = unit === "day";
  const scale = findUnitScale(maxOf(periods), isDays ? maxDay : maxWeek);
  const weeks = isDays && periods.length > 7 ? sumWeeks(periods) : undefined;
  const weekScale = weeks && findUnitScale(maxOf(weeks), maxWeek);
  return (
    <NumberPanel
      heading={`Messages each ${unit}`}
      number={messages.toLocaleString("en-US")}
      text={
        <>
          in {range} days, {messagesToday.toLocaleString("en-US")} of them today.{" "}
          <span className={weeks && styles.wide}>
            {describeUnit(scale, "message", "messages")}
            {isDays && "; gray roofs are weekends"}.
          </span>
          {weekScale && (
            <span className={styles.narrow}>{describeUnit(weekScale, "message", "messages")}.</span>
          )}
        </>
      }
      className={styles.big}
    >
      <UnitChart
        label={describe(periods, unit)}
        columns={periods.map((period, index) => toColumn(period, index, periods, scale, unit))}
        isDense
        className={weeks && styles.wide}
      />
      {weeks && weekScale && (
        <UnitChart
          label={describe(weeks, "week")}
          columns={weeks.map((week, index) => toColumn(week, index, weeks, weekScale, "week"))}
          isDense
          className={styles.narrow}
        />
      )}
      <NumberTable
        name={`Messages each ${unit}`}
        columns={[unit === "day" ? "Day" : "Days", "Messages"]}
        rows={periods.map(({ from, to, messages: count }) => [formatDays(from, to), count])}
      />
    </NumberPanel>
  );
}

function toColumn(
  { from, messages }: OverviewPeriod,
  index: number,
  periods: readonly OverviewPeriod[],
  scale: number,
  unit: "day" | "week" | "month",
): ChartColumn {
  const isLast = index === periods.length - 1;
  const isWeekend = unit === "day" && weekdayOf(from) > 5;
  const color: ColumnColor = isLast ? "clay" : isWeekend ? "gray" : "green";
  const column = (
    <UnitColumn
      units={countUnits(messages, scale)}
      perRow={unit === "day" ? 1 : 4}
      unitSize={unit === "day" ? [18, 18] : [13, 10]}
      color={color}
    />
  );
  const caption = captionOf(from, isLast, periods.length, unit);
  return { key: from, column, ...(caption && { caption }) };
}

/** Few columns all have a caption; of many, only those that start a week. */
function captionOf(from: string, isLast: boolean, count: number, unit: string): string {
  if (unit === "month") return formatMonth(from);
  if (unit === "week") return count <= 6 ? wholeWeekCaption(from) : weekCaption(from);
  if (isLast) return "Today";
  if (count <= 7) return formatDayShort(from);
  return weekdayOf(from) === 1 ? formatDayShort(from) : "";
}

/** A week that the range cuts short has no room for a caption. */
function wholeWeekCaption(from: string): string {
  return weekdayOf(from) === 1 ? formatDayShort(from) : "";
}

/** Of many weeks, only the first of each month has a caption. */
function weekCaption(from: string): string {
  return Number(from.slice(-2)) <= 7 ? formatDayShort(from) : "";
}

function sumWeeks(days: readonly OverviewPeriod[]): OverviewPeriod[] {
  const weeks: OverviewPeriod[] = [];
  for (const day of days) {
    const last = weeks.at(-1);
    if (!last || weekdayOf(day.from) === 1) weeks.push(day);
    else {
      weeks[weeks.length - 1] = {
        from: last.from,
        to: day.to,
        messages: last.messages + day.messages,
        newSubscribers: last.newSubscribers + day.newSubscribers,
        leftSubscribers: last.leftSubscribers + day.leftSubscribers,
      };
    }
  }
  return weeks;
}

function maxOf(periods: readonly OverviewPeriod[]): number {
  return Math.max(0, ...periods.map(({ messages }) => messages));
}

function describe(periods: readonly OverviewPeriod[], unit: string): string {
  const busiest = periods.toSorted((a, b) => b.messages - a.messages)[0];
  if (!busiest || busiest.messages === 0) return `Messages each ${unit}. There were none.`;
  const which = unit === "day" ? "on" : "from";
  const sentence = `Most ${which} ${formatDays(busiest.from, busiest.to)}: ${busiest.messages}`;
  return `Messages each ${unit}. ${sentence}. The table has every number.`;
}
