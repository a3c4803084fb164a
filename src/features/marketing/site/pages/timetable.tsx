import styles from "./timetable.module.css";

/** A visit in the timetable. Hours are counted from midnight, half hours as .5. */
interface Visit {
  readonly who: string;
  readonly from: number;
  readonly to: number;
  readonly hours: string;
  /** Requested, not yet accepted. */
  readonly asked?: boolean;
}

interface Day {
  readonly name: string;
  readonly visits: readonly Visit[];
}

const mrChen: Visit = { who: "Mr. Chen", from: 9, to: 12, hours: "9 to 12" };
const rosa: Visit = { who: "Rosa D.", from: 15.5, to: 17.5, hours: "3:30 to 5:30" };

/** The example week of a caregiver; a day without visits is a day off. */
const exampleWeek: readonly Day[] = [
  { name: "Monday", visits: [mrChen, rosa] },
  { name: "Tuesday", visits: [] },
  { name: "Wednesday", visits: [mrChen, rosa] },
  {
    name: "Thursday",
    visits: [
      { who: "June P.", from: 10, to: 14, hours: "10 to 2" },
      { who: "New: Walter D.", from: 15, to: 18, hours: "3 to 6, yes or no?", asked: true },
    ],
  },
  {
    name: "Friday",
    visits: [
      {
        who: "Rosa and Walter D.",
        from: 15.5,
        to: 19.5,
        hours: "3:30 to 7:30, dinner with guests",
      },
    ],
  },
];

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
