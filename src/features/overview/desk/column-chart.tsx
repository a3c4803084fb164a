import styles from "./column-chart.module.css";

interface Column {
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

/** Share of a column's room that the column takes. */
const barShare = 0.72;

/** Columns from zero, or points joined by a line, with the number of each. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, columns, max, formatTick, isLine, className } = props;
  const step = 100 / columns.length;
  const points = columns.flatMap(({ value, ...column }, index) => {
    if (value === null) return [];
    const height = (100 * value) / max;
    return [{ ...column, x: (index + 0.5) * step, y: 100 - height, height }];
  });
  return (
    <div
      role="img"
      aria-label={label}
      className={[styles.chart, className].filter(Boolean).join(" ")}
    >
      <svg aria-hidden="true">
        {[max, max / 2, 0].map((tick) => {
          const y = `${100 - (100 * tick) / max}%`;
          return (
            <g key={tick} className={styles.tick}>
              <line x1="0" x2="100%" y1={y} y2={y} />
              <text x="-8" y={y} dy="0.35em">
                {formatTick(tick)}
              </text>
            </g>
          );
        })}
        {points.map(({ key, x, y, height, shown, isQuiet }, index) => {
          const before = points[index - 1];
          return (
            <g key={key}>
              {!isLine && (
                <rect
                  className={isQuiet ? styles.quiet : undefined}
                  x={`${x - (step * barShare) / 2}%`}
                  y={`${y}%`}
                  width={`${step * barShare}%`}
                  height={`${height}%`}
                  rx="3"
                />
              )}
              {isLine && before && (
                <line
                  className={styles.line}
                  x1={`${before.x}%`}
                  y1={`${before.y}%`}
                  x2={`${x}%`}
                  y2={`${y}%`}
                />
              )}
              {isLine && <circle cx={`${x}%`} cy={`${y}%`} r="6" />}
              <text x={`${x}%`} y={`${y}%`} dy={isLine ? "-0.8em" : "-0.4em"}>
                {shown}
              </text>
            </g>
          );
        })}
        <line className={styles.zero} x1="0" x2="100%" y1="100%" y2="100%" />
      </svg>
      <div className={styles.captions}>
        {columns.map(({ key, caption }) => (
          <span key={key}>{caption}</span>
        ))}
      </div>
    </div>
  );
}
