import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import styles from "./bill.module.css";
import { keptCents } from "./earnings.ts";

const { what, cents } = brand.exampleJobs.shelves;
const { nonMemberPercent, memberPercent } = facts.commission;
const percents = [nonMemberPercent, memberPercent] as const;

/** One example job down to the cent, without a plan and with one. */
export function Bill() {
  return (
    <div className={styles.slip}>
      <div className={styles.paper}>
        <table className={styles.table}>
          <caption>An example job: {what.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Line</span>
              </th>
              <th scope="col">Pay-As-You-Go</th>
              <th scope="col">{brand.pro}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">The customer pays</th>
              <td>{formatPrice(cents)}</td>
              <td>{formatPrice(cents)}</td>
            </tr>
            <tr>
              <th scope="row">Our commission</th>
              {percents.map((percent) => (
                <td key={percent}>
                  {percent}%, {formatPrice(cents - keptCents(cents, percent))}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">You keep</th>
              {percents.map((percent) => (
                <td key={percent}>{formatPrice(keptCents(cents, percent))}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}
