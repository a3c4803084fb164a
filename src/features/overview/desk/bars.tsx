import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./bars.module.css";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of the bar is late. */
  readonly late?: number;
  /** Behind the bar; the number by default. */
  readonly shown?: ReactNode;
  /** The list that the number counts. */
  readonly to?: string | undefined;
  /** "late": all of it is; "pending": not decided yet. */
  readonly look?: "late" | "pending";
}

/** Bars from zero on one scale, each with its number, so that no table has to repeat them. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const widthOf = (value: number) => `${(100 * value) / max}%`;
  return (
    <dl className={styles.bars}>
      {bars.map(({ label, value, late = 0, shown, to, look }) => (
        <div key={to ?? label}>
          <dt>{to === undefined ? <bdi>{label}</bdi> : <Link to={to}>{label}</Link>}</dt>
          <dd>
            <svg aria-hidden="true" className={look && styles[look]}>
              <rect width={widthOf(value)} height="100%" rx="3" />
              {late > 0 && (
                <rect className={styles.part} width={widthOf(late)} height="100%" rx="3" />
              )}
            </svg>
            <b>{shown ?? value.toLocaleString("en-US")}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
