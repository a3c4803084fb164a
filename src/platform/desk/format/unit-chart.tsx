import type { ReactNode } from "react";
import styles from "./unit-chart.module.css";

interface ChartColumn {
  readonly key: string;
  readonly column: ReactNode;
  /** Below the column; among many only some have one. */
  readonly caption?: ReactNode;
}

interface UnitChartProps {
  /** What the chart shows, in a sentence: the columns themselves are hidden from screen readers. */
  readonly label: string;
  readonly columns: readonly ChartColumn[];
  /** Many columns: little room between them, and captions wider than a column. */
  readonly isDense?: boolean;
  readonly className?: string | undefined;
}

export function UnitChart({ label, columns, isDense, className }: UnitChartProps) {
  const names = [styles.chart, isDense && styles.dense, className];
  return (
    <div role="img" aria-label={label} className={names.filter(Boolean).join(" ")}>
      {columns.map(({ key, column }) => (
        <div key={key} className={styles.column}>
          {column}
        </div>
      ))}
      {columns.map(({ key, caption }) => (
        <div key={key} className={styles.caption}>
          {caption}
        </div>
      ))}
    </div>
  );
}
