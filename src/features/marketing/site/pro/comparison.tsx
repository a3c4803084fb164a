import { brand } from "../../../../brand.ts";
import { facts, formatPrice, formatSum } from "../../../../platform/contract/facts.ts";
import styles from "./comparison.module.css";
import { keptCents, proSavingCents } from "./earnings.ts";

const { nonMemberPercent, othersUpToPercent } = facts.commission;

/** Monthly job totals to compare, in cents; with the smallest, Pro does not pay off. */
const months = [5000, 25_000, 100_000, 200_000] as const;

const columns = [
  {
    name: "Other apps",
    terms: `when they take ${othersUpToPercent}%`,
    left: (jobs: number) => keptCents(jobs, othersUpToPercent),
  },
  {
    name: "Pay-As-You-Go",
    terms: `we take ${nonMemberPercent}%`,
    left: (jobs: number) => keptCents(jobs, nonMemberPercent),
  },
  {
    name: brand.pro,
    terms: `${formatPrice(facts.pro.monthlyCents)} plan paid`,
    left: (jobs: number) => keptCents(jobs, nonMemberPercent) + proSavingCents(jobs),
  },
] as const;

export function Comparison() {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="sr">What is left of a month of jobs</caption>
        <thead>
          <tr>
            <th scope="col">Jobs in a month</th>
            {columns.map(({ name, terms }) => (
              <th key={name} scope="col">
                {name} <small>{terms}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((jobs) => (
            <Month key={jobs} jobs={jobs} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Month({ jobs }: { jobs: number }) {
  const sums = columns.map(({ left }) => left(jobs));
  const max = Math.max(...sums);
  return (
    <tr>
      <th scope="row">
        {formatSum(jobs)} <small>of jobs</small>
      </th>
      {columns.map(({ name, left }) => (
        <td key={name} data-max={left(jobs) === max ? "" : undefined}>
          <span className={styles.sum}>{formatSum(left(jobs))}</span>
          <small aria-hidden="true" className={styles.label}>
            {name}
          </small>
        </td>
      ))}
    </tr>
  );
}
