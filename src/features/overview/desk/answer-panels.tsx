import { dayHours, formatDuration } from "../../../platform/desk/format/durations.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import type { AnswerNumbers } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { describeUnit } from "./overview-text.ts";

const perRow = 14;
const maxUnits = perRow * 9;

export function InTimePanel({ answers }: { answers: AnswerNumbers }) {
  const { answered, inTime, overdue, closedWithoutReply } = answers;
  const due = answered + overdue;
  const scale = findUnitScale(due, maxUnits);
  const units = countUnits(due, scale);
  const late = due - inTime;
  const share = due === 0 ? "–" : `${Math.floor((100 * inTime) / due)}%`;
  return (
    <NumberPanel
      heading="Answered in time"
      number={share}
      text={
        due === 0
          ? "No answers were due in these days."
          : `of ${countAnswers(due)}. Dark squares are late answers. ${describeUnit(scale, "message", "messages")}.`
      }
      className={styles.quarter}
    >
      <UnitChart
        label={`${inTime} of ${countAnswers(due)} in time.`}
        columns={[
          {
            key: "answers",
            column: (
              <UnitColumn
                units={units}
                filled={late === 0 ? units : units - countUnits(late, scale)}
                perRow={Math.min(perRow, Math.max(1, units))}
              />
            ),
            caption: (
              <>
                <b>
                  {inTime} of {due}
                </b>
                in time
              </>
            ),
          },
        ]}
      />
      <NumberTable
        name="Answered in time"
        columns={["First answers", "Number"]}
        rows={[
          ["In time", inTime],
          ["Late", answered - inTime],
          ["Open now and overdue (counted as late)", overdue],
          ["Closed without reply (not counted)", closedWithoutReply],
        ]}
      />
    </NumberPanel>
  );
}

function countAnswers(due: number): string {
  return due === 1
    ? "1 answer that was due"
    : `${due.toLocaleString("en-US")} answers that were due`;
}

export function FirstAnswerPanel({ answers }: { answers: AnswerNumbers }) {
  const { medianMinutes, slowMinutes } = answers;
  const times = [
    ["Median", medianMinutes, "green"],
    ["Nine of ten", slowMinutes, "clay"],
  ] as const;
  return (
    <NumberPanel
      heading="First answer"
      number={medianMinutes === null ? "–" : formatDuration(medianMinutes)}
      text={
        medianMinutes === null
          ? "No first answers in these days."
          : "median. Each row is one working hour. Light rows are time to spare."
      }
      className={styles.quarter}
    >
      <UnitChart
        label={times.map(([name, minutes]) => `${name}: ${formatAnswerTime(minutes)}`).join(". ")}
        columns={times.map(([name, minutes, color]) => ({
          key: name,
          column: (
            <UnitColumn
              units={dayHours}
              filled={Math.max(0, dayHours - Math.ceil((minutes ?? 0) / 60))}
              perRow={1}
              unitSize={[50, 10]}
              color={color}
            />
          ),
          caption: (
            <>
              <b>{formatAnswerTime(minutes)}</b>
              {name}
            </>
          ),
        }))}
        className={styles.few}
      />
      <NumberTable
        name="First answer"
        columns={["Working time", "Took at most"]}
        rows={[
          ["Half of the answers", formatAnswerTime(medianMinutes)],
          ["Nine of ten answers", formatAnswerTime(slowMinutes)],
        ]}
      />
    </NumberPanel>
  );
}

/** "3 h 10 min"; a dash without an answer. */
export function formatAnswerTime(minutes: number | null): string {
  return minutes === null ? "–" : formatDuration(minutes);
}
