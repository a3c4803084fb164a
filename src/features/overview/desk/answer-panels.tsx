import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { formatDayShort, formatDays } from "../../../platform/desk/format/days.ts";
import { formatDuration } from "../../../platform/desk/format/durations.ts";
import { type AnswerNumbers, type OverviewResponse, shareUnitOf } from "../contract/overview.ts";
import { Bars } from "./bars.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { captionOf } from "./messages-panel.tsx";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";

/** A share of fewer messages says nothing. */
const minShared = 10;

interface AnswersProps {
  readonly overview: OverviewResponse;
}

export function InTimePanel({ overview: { answers, range } }: AnswersProps) {
  const { answered, inTime, overdue, notDue, closedWithoutReply } = answers;
  const due = answered + overdue;
  return (
    <NumberPanel
      heading="Answered in time"
      number={due < minShared ? `${inTime} of ${due}` : formatShare({ inTime, due })}
      text={
        due < minShared
          ? `that were due in these ${range} days. A share is shown from ${minShared} on.`
          : `${inTime.toLocaleString("en-US")} of the ${due.toLocaleString("en-US")} that were due.`
      }
    >
      <Bars
        bars={[
          { label: "In time", value: inTime },
          { label: "Late", value: answered - inTime, look: "late" },
          {
            label: "Open, overdue",
            value: overdue,
            look: "late",
            to: `${deskPaths.inbox}?status=overdue`,
          },
          { label: "Not due yet", value: notDue, look: "pending" },
          { label: "No reply", value: closedWithoutReply, look: "pending" },
        ]}
      />
      <p>
        Overdue messages count as not in time. Those that are not due yet, or were closed without a
        reply, are left out.
      </p>
    </NumberPanel>
  );
}

export function FirstAnswerPanel({ overview: { answers } }: AnswersProps) {
  const { medianMinutes, slowMinutes, slowestMinutes, overdue } = answers;
  const times = [
    ["Half within", medianMinutes],
    ["9 of 10 within", slowMinutes],
    ["Slowest", slowestMinutes],
  ] as const;
  return (
    <NumberPanel
      heading="First answer"
      number={formatAnswerTime(medianMinutes)}
      text={
        medianMinutes === null
          ? "No first answers in these days."
          : "Half of all got their first answer within that time. Working hours only."
      }
    >
      <Bars
        bars={times.map(([label, minutes]) => ({
          label,
          value: minutes ?? 0,
          shown: formatAnswerTime(minutes),
        }))}
      />
      {overdue > 0 && <p>Overdue messages that have no answer are not in these times.</p>}
    </NumberPanel>
  );
}

/** The share of answers in time by when the messages came in. */
export function ShareChart({ overview: { shares, range } }: AnswersProps) {
  const unit = shareUnitOf(range);
  const heading = `In time, each ${unit}`;
  return (
    <NumberPanel
      heading={heading}
      number=""
      text={`By the ${unit} a message came in.`}
      className={styles.half}
    >
      <ColumnChart
        isLine
        label={`${heading}. ${shares.map((one) => `${formatDays(one.from, one.to)}: ${formatShare(one)}`).join(", ")}.`}
        max={100}
        formatTick={(tick) => `${tick}%`}
        columns={shares.map((one, index) => ({
          key: one.from,
          value: one.due === 0 ? null : (100 * one.inTime) / one.due,
          shown: formatShare(one),
          caption: shares.length <= 7 ? formatDayShort(one.from) : captionOf(shares, index, unit),
        }))}
      />
      <NumberTable
        name={heading}
        columns={["Came in", "In time", "Due"]}
        rows={shares.map(({ from, to, inTime, due }) => [formatDays(from, to), inTime, due])}
      />
    </NumberPanel>
  );
}

function formatShare({ inTime, due }: { readonly inTime: number; readonly due: number }): string {
  return due === 0 ? "–" : `${Math.floor((100 * inTime) / due)}%`;
}

/** "3 h 10 min"; a dash without an answer. */
export function formatAnswerTime(minutes: AnswerNumbers["medianMinutes"]): string {
  return minutes === null ? "–" : formatDuration(minutes);
}
