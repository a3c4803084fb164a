import { dayHours, formatDuration } from "../../../platform/desk/format/durations.ts";
import { House } from "../../../platform/desk/format/house.tsx";
import { Street } from "../../../platform/desk/format/street.tsx";
import { countWindows, findWindowScale } from "../../../platform/desk/format/window-scale.ts";
import type { AnswerNumbers } from "../contract/overview.ts";
import { NumberPanel, NumberTable } from "./number-panel.tsx";
import styles from "./overview.module.css";
import { windowOf } from "./overview-text.ts";

const columns = 14;
const maxWindows = columns * 9;

/** How many of the answers that were due were given in time. */
export function InTimePanel({ answers }: { answers: AnswerNumbers }) {
  const { answered, inTime, overdue, closedWithoutReply } = answers;
  const due = answered + overdue;
  const scale = findWindowScale(due, maxWindows);
  const windows = countWindows(due, scale);
  const late = due - inTime;
  const share = due === 0 ? "–" : `${Math.floor((100 * inTime) / due)}%`;
  return (
    <NumberPanel
      heading="Answered in time"
      number={share}
      text={
        due === 0
          ? "No answers were due in these days."
          : `of ${countAnswers(due)}. Dark windows are late ones. ${windowOf(scale, "message", "messages")}.`
      }
      className={styles.quarter}
    >
      <Street
        label={`${inTime} of ${countAnswers(due)} in time.`}
        houses={[
          {
            key: "answers",
            house: (
              <House
                windows={windows}
                lit={late === 0 ? windows : windows - countWindows(late, scale)}
                columns={Math.min(columns, Math.max(1, windows))}
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
          : "median. One floor is one working hour. Lit is time to spare."
      }
      className={styles.quarter}
    >
      <Street
        label={times.map(([name, minutes]) => `${name}: ${formatAnswerTime(minutes)}`).join(". ")}
        houses={times.map(([name, minutes, roof]) => ({
          key: name,
          house: (
            <House
              windows={dayHours}
              lit={Math.max(0, dayHours - Math.ceil((minutes ?? 0) / 60))}
              columns={1}
              pane={[50, 10]}
              roof={roof}
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
