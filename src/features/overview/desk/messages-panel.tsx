import {
  formatDayShort,
  formatDays,
  formatMonth,
  weekdayOf,
} from "../../../platform/desk/format/days.ts";
import {
  type OverviewPeriod,
  type OverviewResponse,
  type PeriodUnit,
  unitOf,
} from "../contract/overview.ts";
import { ColumnChart } from "./column-chart.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";

export function MessagesPanel({ overview }: { overview: OverviewResponse }) {
  const { periods, messages, messagesToday, range } = overview;
  const unit = unitOf(range);
  const isDays = unit === "day";
  const weeks = isDays && periods.length > 7 ? sumWeeks(periods) : undefined;
  return (
    <NumberPanel
      heading={`Messages each ${unit}`}
      number={messages.toLocaleString("en-US")}
      text={
        <>
          in {range} days, {messagesToday.toLocaleString("en-US")} of them today.
          {isDays && <span className={weeks && styles.wide}> Gray columns are weekends.</span>}
        </>
      }
      className={styles.big}
    >
      <MessagesChart periods={periods} unit={unit} className={weeks && styles.wide} />
      {weeks && <MessagesChart periods={weeks} unit="week" className={styles.narrow} />}
      <NumberTable
        name={`Messages each ${unit}`}
        columns={[unit === "day" ? "Day" : "Days", "Messages"]}
        rows={periods.map(({ from, to, messages: count }) => [formatDays(from, to), count])}
      />
    </NumberPanel>
  );
}

interface MessagesChartProps {
  readonly periods: readonly OverviewPeriod[];
  readonly unit: PeriodUnit;
  readonly className?: string | undefined;
}

function MessagesChart({ periods, unit, className }: MessagesChartProps) {
  const highest = Math.max(...periods.map(({ messages }) => messages));
  return (
    <ColumnChart
      label={describe(periods, unit)}
      // An even number, so that the line in the middle has a whole one.
      max={Math.max(2, Math.ceil(highest / 2) * 2)}
      formatTick={(tick) => tick.toLocaleString("en-US")}
      columns={periods.map(({ from, messages }, index) => ({
        key: from,
        value: messages,
        shown: messages.toLocaleString("en-US"),
        caption: captionOf(periods, index, unit),
        isQuiet: unit === "day" && weekdayOf(from) > 5,
      }))}
      className={className}
    />
  );
}

/** Few columns all have a caption; of many, only those that start a week. */
export function captionOf(
  periods: readonly { readonly from: string }[],
  index: number,
  unit: PeriodUnit,
): string {
  const from = periods[index]?.from ?? "";
  const count = periods.length;
  if (unit === "month") return formatMonth(from);
  if (unit === "week") return count <= 6 ? wholeWeekCaption(from) : weekCaption(from);
  if (index === count - 1) return "Today";
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

function describe(periods: readonly OverviewPeriod[], unit: string): string {
  const busiest = periods.toSorted((a, b) => b.messages - a.messages)[0];
  if (!busiest || busiest.messages === 0) return `Messages each ${unit}. There were none.`;
  const which = unit === "day" ? "on" : "from";
  const sentence = `Most ${which} ${formatDays(busiest.from, busiest.to)}: ${busiest.messages}`;
  return `Messages each ${unit}. ${sentence}. The table has every number.`;
}
