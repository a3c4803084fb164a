import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import { Phone } from "../components/phone.tsx";
import earnings from "./earnings.module.css";
import styles from "./screen.module.css";
import { Key, Row } from "./screen-elements.tsx";

const weekCents = 41_200;
const kept = `${100 - facts.commission.memberPercent}%`;

const earningsCaption = `App screen: a driver made ${formatPrice(weekCents)} this week, keeps ${kept} of it, and can be paid out today.`;

const jobs = [
  { ...brand.exampleJobs.ride, note: "Rosa D., today" },
  { ...brand.exampleJobs.shelves, note: "June P., today" },
  { ...brand.exampleJobs.groceries, note: "Walter D., Monday" },
];

export function EarningsScreen() {
  return (
    <Phone label={earningsCaption} time="5:20" ground="blue">
      <div className={styles.pad}>
        <p>This week</p>
        <p className={earnings.sum}>{formatPrice(weekCents)}</p>
        <p className={earnings.keep}>
          <span className={`${styles.pill} ${styles.dark}`}>You keep {kept}</span>
        </p>
        <div className={`${styles.card} ${styles.rows}`}>
          {jobs.map((job) => (
            <Row key={job.what} what={job.what} note={job.note} figure={formatPrice(job.cents)} />
          ))}
        </div>
        <div className={styles.keys}>
          <Key dark>Pay out today</Key>
        </div>
      </div>
    </Phone>
  );
}
