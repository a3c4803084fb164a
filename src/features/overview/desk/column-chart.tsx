import styles from "./column-chart.module.css";

export interface Column {
  readonly key: string;
  /** Null: there is no number. */
  readonly value: number | null;
  /** Above the column. */
  readonly shown: string;
  /** Below the column; among many only some have one. */
  readonly caption: string;
  readonly isQuiet?: boolean;
}

interface ColumnChartProps {
  /** What the chart shows, in a sentence: the columns themselves are hidden from screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly max: number;
  readonly formatTick: (value: number) => string;
  readonly isLine?: boolean;
  readonly className?: string | undefined;
}

/** Columns from zero, or points joined by a line, with the number of each. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, columns, max, formatTick, isLine, className } = props;
  const heightOf = (value: number) => `${(100 * value) / max}%`;
  const names = [styles.chart, columns.length > 10 && styles.dense, className];
  return (
    <div role="img" aria-label={label} className={names.filter(Boolean).join(" ")}>
      <div className={styles.plot}>
        {[max, max / 2, 0].map((tick) => (
          <span key={tick} className={styles.tick} style={{ bottom: heightOf(tick) }}>
            <i>{formatTick(tick)}</i>
          </span>
        ))}
        <div className={styles.columns}>
          {isLine && <Line columns={columns} max={max} />}
          {columns.map(({ key, value, shown, isQuiet }) => (
            <div key={key} className={styles.column}>
              {value !== null && (
                <>
                  <b style={{ bottom: heightOf(value) }}>{shown}</b>
                  <span
                    className={isLine ? styles.point : isQuiet ? styles.quiet : styles.bar}
                    style={isLine ? { bottom: heightOf(value) } : { height: heightOf(value) }}
                  />
                </>
              )}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.captions}>
        {columns.map(({ key, caption }) => (
          <span key={key}>{caption}</span>
        ))}
      </div>
    </div>
  );
}

function Line({ columns, max }: Pick<ColumnChartProps, "columns" | "max">) {
  const points = columns.flatMap(({ value }, index) =>
    value === null
      ? []
      : [`${((index + 0.5) * 100) / columns.length},${100 - (100 * value) / max}`],
  );
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.line}
    >
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
