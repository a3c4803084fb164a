import {
  annualSavingCents,
  facts,
  formatPrice,
  formatSum,
} from "../../../../platform/contract/facts.ts";
import { Ledger } from "../../../../platform/site/ui/ruled-list.tsx";
import { breakEvenCents } from "./earnings.ts";
import styles from "./fits.module.css";

const { commission, pro } = facts;
const breakEven = formatSum(breakEvenCents());

const fits = [
  {
    term: "Pay-As-You-Go",
    text: `Best below ${breakEven} of jobs a month. You pay ${commission.nonMemberPercent}%, and only when you work.`,
  },
  {
    term: "Monthly",
    text: `Best from ${breakEven} of jobs a month. The plan then costs less than our ${commission.nonMemberPercent}%.`,
  },
  {
    term: "Annual",
    text: `Best if you work all year. You pay ${formatPrice(annualSavingCents(pro))} less than for twelve single months.`,
  },
] as const;

export function Fits() {
  return (
    <div className={styles.fits}>
      <h2>Which plan costs you less?</h2>
      <Ledger items={fits} />
    </div>
  );
}
