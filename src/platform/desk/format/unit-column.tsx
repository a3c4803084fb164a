import styles from "./unit-column.module.css";

export type ColumnColor =
  | "green"
  | "gray"
  | "clay"
  | "blue"
  | "marigold"
  | "sage"
  | "rose"
  | "sky"
  | "pale"
  | "ink";

interface UnitColumnProps {
  /** Number of units; 0: an empty lot with a bush. */
  readonly units: number;
  /** How many of them are filled, from the lowest row up; all by default. */
  readonly filled?: number;
  readonly perRow: number;
  readonly color?: ColumnColor;
  /** Width and height of a unit; wide ones make rows. */
  readonly unitSize?: readonly [number, number];
}

const gap = 5;
const wall = 8;
const eaves = 6;
const roofShare = 0.17;
const minRoof = 12;

/** A column of a unit chart, drawn as a house with a window for each unit. Hidden from screen readers. */
export function UnitColumn({
  units,
  filled = units,
  perRow,
  color = "green",
  unitSize: [unitWidth, unitHeight] = [13, 10],
}: UnitColumnProps) {
  const inner = perRow * (unitWidth + gap) - gap;
  const width = inner + 2 * (wall + eaves);
  if (units === 0) return <EmptyColumn width={width} />;
  const roofHeight = Math.max(minRoof, Math.round(width * roofShare));
  const rows = Math.ceil(units / perRow);
  const height = roofHeight + wall + rows * (unitHeight + gap);
  const paths = { filled: "", empty: "" };
  for (let index = 0; index < units; index += 1) {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, units - row * perRow);
    const start = (width - (inRow * (unitWidth + gap) - gap)) / 2;
    const x = start + (index % perRow) * (unitWidth + gap);
    const y = height - (row + 1) * (unitHeight + gap);
    paths[index < filled ? "filled" : "empty"] +=
      `M${x} ${y}h${unitWidth}v${unitHeight}h-${unitWidth}Z`;
  }
  return (
    <svg className={styles.column} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className={styles.wall}
        d={`M${eaves} ${roofHeight - 2}H${width - eaves}V${height}H${eaves}Z`}
      />
      <path
        className={styles[color]}
        d={`M0 ${roofHeight}L${width / 2} 0L${width} ${roofHeight}Z`}
      />
      {paths.filled && <path className={styles.filled} d={paths.filled} />}
      {paths.empty && <path className={styles.empty} d={paths.empty} />}
    </svg>
  );
}

const bush = { width: 26, height: 20 } as const;

function EmptyColumn({ width }: { width: number }) {
  const x = (width - bush.width) / 2;
  return (
    <svg className={styles.column} viewBox={`0 0 ${width} ${bush.height}`} aria-hidden="true">
      <path className={styles.bush} d={`M${x + 4} 20c-6-9 4-13 7-10q4-6 9 0q7-1 6 10Z`} />
    </svg>
  );
}
