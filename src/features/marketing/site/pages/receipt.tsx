import { formatPrice } from "../../../../platform/contract/facts.ts";
import { exampleMonth } from "./month.ts";
import styles from "./receipt.module.css";

const { days, helpedOn, jobs } = exampleMonth;
const total = jobs.reduce((sum, job) => sum + job.cents, 0);
const everyDay = Array.from({ length: days }, (_, index) => index + 1);

/** The lower edge of the paper: twenty teeth, 24 units each. */
const teeth = everyDay
  .slice(0, 20)
  .map((_, tooth) => `L${tooth * 24 + 12} 16L${tooth * 24 + 24} 0`)
  .join("");

/** A month's bill. Each day is a window, lit if help came; only those days cost money. */
export function Receipt() {
  return (
    <div className={styles.receipt}>
      <div className={styles.slip}>
        <h3>Rosa and Walter, September</h3>
        <Month />
        <p className="small">
          An example: {helpedOn.length} days with help, {days - helpedOn.length} days without.
        </p>
        <dl className={styles.bill}>
          {jobs.map(({ what, cents }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{formatPrice(cents)}</dd>
            </div>
          ))}
          <div>
            <dt>Days without help</dt>
            <dd>{formatPrice(0)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Total</dt>
            <dd>{formatPrice(total)}</dd>
          </div>
        </dl>
      </div>
      <svg
        className={styles.tear}
        viewBox="0 0 480 18"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.paper} d={`M0 0${teeth}Z`} />
        <path className={styles.edge} d={`M0 0${teeth}`} />
      </svg>
    </div>
  );
}

function Month() {
  return (
    <div
      className={styles.month}
      role="img"
      aria-label={`${days} windows, one for each day of the month. ${helpedOn.length} are lit.`}
    >
      {everyDay.map((day) => (
        <i key={day} data-lit={helpedOn.includes(day) ? "" : undefined} />
      ))}
    </div>
  );
}
