import styles from "./timetable.module.css";
import { exampleWeek, type Visit } from "./week.ts";

/** A week as a list of days; a timetable on wide windows. */
export function Timetable() {
  return (
    <>
      <div className={styles.week}>
        <div className={styles.hours} aria-hidden="true">
          <b />
          <span>8 am</span>
          <span>10</span>
          <span>Noon</span>
          <span>2 pm</span>
          <span>4</span>
          <span>6</span>
        </div>
        <ul>
          {exampleWeek.map(({ name, visits }) => (
            <li key={name} className={styles.day}>
              <b>{name}</b>
              {visits.length > 0 ? (
                <ul className={styles.visits}>
                  {visits.map((visit) => (
                    <VisitBlock key={visit.who} {...visit} />
                  ))}
                </ul>
              ) : (
                <span className={styles.off}>Your day off. No one asks why.</span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.key} aria-hidden="true">
        <span>
          <i /> Hours you chose
        </span>
        <span>
          <i data-asked="" /> New request, waiting for your answer
        </span>
      </p>
    </>
  );
}

function VisitBlock({ who, hours, from, to, asked }: Visit) {
  return (
    <li className={styles.visit} data-from={from} data-to={to} data-asked={asked ? "" : undefined}>
      <b>{who}</b>
      <span className="small">
        {hours}
        <span className="sr">
          {asked ? ", new request, waiting for your answer" : ", chosen by you"}
        </span>
      </span>
    </li>
  );
}
