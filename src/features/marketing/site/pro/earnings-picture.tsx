import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { brand } from "../../../../brand.ts";
import { facts, formatPrice, formatSum } from "../../../../platform/contract/facts.ts";
import {
  breakEvenCents,
  exampleMonthCents,
  keptCents,
  proSavingCents,
  slider,
} from "./earnings.ts";
import styles from "./earnings-picture.module.css";

const { memberPercent, nonMemberPercent, othersUpToPercent } = facts.commission;

const ways = [
  { percent: othersUpToPercent, who: "Other apps", terms: `at up to ${othersUpToPercent}%` },
  { percent: nonMemberPercent, who: "Pay-As-You-Go", terms: `at ${nonMemberPercent}%` },
  { percent: memberPercent, who: brand.pro, terms: `at ${memberPercent}%` },
] as const;

const bills = Array.from({ length: 10 }, (_, index) => index);

const never = () => () => undefined;

/** True after hydration, when the slider works. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Three rows of bills show what a provider keeps of a month's jobs, which the reader sets with a
 * slider. Before hydration it shows one month, and the slider as a drawing.
 */
export function EarningsPicture({ children }: { children: ReactNode }) {
  const hydrated = useHydrated();
  const [cents, setCents] = useState(exampleMonthCents);
  return (
    <div className={styles.earnings}>
      <div className={styles.words}>
        {children}
        <Dial hydrated={hydrated} cents={cents} onChange={setCents} />
        <output className={styles.saving}>
          <span>{saving(cents)}</span>
        </output>
      </div>
      <Kept cents={cents} />
    </div>
  );
}

interface DialProps {
  readonly hydrated: boolean;
  readonly cents: number;
  readonly onChange: (cents: number) => void;
}

function Dial({ hydrated, cents, onChange }: DialProps) {
  const id = useId();
  const label = "Jobs you finish in a month:";
  const { min, max, step } = slider;
  const dollars = cents / 100;
  const filled = `${((dollars - min) / (max - min)) * 100}%`;
  return (
    <div className={styles.dial}>
      <p className={styles.label}>
        {hydrated ? <label htmlFor={id}>{label}</label> : label}{" "}
        <span aria-hidden={hydrated ? true : undefined}>{formatSum(cents)}</span>
      </p>
      <div className={`${styles.slider} ${hydrated ? "" : styles.asleep}`}>
        <svg className={styles.track} aria-hidden="true">
          <rect width="100%" height="100%" />
          <rect className={styles.filled} width={filled} height="100%" />
        </svg>
        {hydrated ? (
          <input
            id={id}
            type="range"
            min={min}
            max={max}
            step={step}
            value={dollars}
            aria-valuetext={formatSum(cents)}
            onChange={(event) => onChange(event.target.valueAsNumber * 100)}
          />
        ) : (
          <svg className={styles.thumb} aria-hidden="true">
            <rect x={filled} y="2.5" width="47" height="47" rx="13" />
          </svg>
        )}
      </div>
    </div>
  );
}

function saving(jobsCents: number): ReactNode {
  const saved = proSavingCents(jobsCents);
  const jobs = formatSum(jobsCents);
  if (saved <= 0) {
    return `On ${jobs} of jobs, Pay-As-You-Go costs less. Pro pays for itself from ${formatSum(breakEvenCents())} of jobs a month.`;
  }
  return (
    <>
      On {jobs} of jobs, Pro saves you <b>{formatSum(saved)}</b> after the{" "}
      {formatPrice(facts.pro.monthlyCents)} plan.
    </>
  );
}

function Kept({ cents }: { cents: number }) {
  return (
    <ul className={styles.ways}>
      {ways.map(({ percent, who, terms }) => (
        <li key={who}>
          <p className={styles.caption}>
            <b>{formatSum(keptCents(cents, percent))} </b>
            <span>
              {who}, {terms}
            </span>
          </p>
          <div className={styles.bills} aria-hidden="true">
            {bills.map((bill) => (
              <i key={bill} className={bill * 10 < 100 - percent ? styles.yours : undefined} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
