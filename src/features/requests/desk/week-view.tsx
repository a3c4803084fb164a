import { Link } from "react-router";
import { formatDays } from "../../../platform/desk/format/days.ts";
import { formatClockIn } from "../../../platform/desk/format/market-time.ts";
import { isoDayOf } from "../../../platform/desk/format/times.ts";
import { buttonClass } from "../../../platform/desk/ui/button.tsx";
import type { RequestRow } from "../contract/desk.ts";
import { RequestChip } from "./request-chip.tsx";
import { requestPath } from "./request-path.ts";
import { addDays, mondayOf } from "./week.ts";
import styles from "./week-view.module.css";

const dayName = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long" });

interface WeekViewProps {
  readonly rows: readonly RequestRow[];
  /** As in the URL, with `week`. */
  readonly filter: URLSearchParams;
  /** YYYY-MM-DD, a Monday. */
  readonly week: string;
  readonly today: string;
  readonly openId: string | undefined;
}

/** A column for each day where there is room, below each other elsewhere. */
export function WeekView({ rows, filter, week, today, openId }: WeekViewProps) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  const to = (monday: string) => {
    const next = new URLSearchParams(filter);
    next.set("week", monday);
    return requestPath(undefined, next);
  };
  return (
    <>
      <nav className={styles.weeks} aria-label="Weeks">
        <Link to={to(addDays(week, -7))} className={buttonClass("ghost", true)}>
          Week before
        </Link>
        {week !== mondayOf(today) && (
          <Link to={to(mondayOf(today))} className={buttonClass("ghost", true)}>
            This week
          </Link>
        )}
        <Link to={to(addDays(week, 7))} className={buttonClass("ghost", true)}>
          Week after
        </Link>
      </nav>
      {rows.length === 0 ? (
        <p className={styles.none}>Nothing is booked this week.</p>
      ) : (
        <ol className={styles.days}>
          {days.map((day) => {
            const inDay = rows.filter(({ at }) => at !== null && isoDayOf(Date.parse(at)) === day);
            return (
              <li
                key={day}
                className={inDay.length === 0 ? `${styles.day} ${styles.empty}` : styles.day}
              >
                <h3 className={day === today ? styles.today : undefined}>
                  <span>{dayName.format(Date.parse(`${day}T12:00:00Z`))},</span>{" "}
                  <span>{formatDays(day, day)}</span>
                  {day === today && <span className="sr">, today</span>}
                </h3>
                <ul>
                  {inDay.map((row) => (
                    <li key={row.reference}>
                      <Link
                        to={requestPath(row.reference, filter)}
                        className={row.isLate ? `${styles.entry} ${styles.late}` : styles.entry}
                        aria-current={row.reference === openId ? "true" : undefined}
                      >
                        <b>{row.at !== null && formatClockIn(row.at, row.timeZone)}</b>
                        <bdi className={styles.title}>{row.title}</bdi>
                        <bdi>{row.customer}</bdi>
                        <bdi>{row.provider || "No provider yet"}</bdi>
                        <span>
                          <RequestChip row={row} />
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

export function weekHeading(week: string): string {
  return `Week of ${formatDays(week, week)}`;
}
