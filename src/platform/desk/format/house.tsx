import styles from "./house.module.css";

export type Roof =
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

interface HouseProps {
  /** Number of windows; 0: an empty lot with a bush. */
  readonly windows: number;
  /** How many of them are lit, from the lowest floor up; all by default. */
  readonly lit?: number;
  readonly columns: number;
  readonly roof?: Roof;
  /** Width and height of a window; wide ones make floors. */
  readonly pane?: readonly [number, number];
}

const gap = 5;
const wall = 8;
const eaves = 6;
const roofShare = 0.17;
const minRoof = 12;

/** A house as a chart: each window is one of what is counted. Hidden from screen readers. */
export function House({
  windows,
  lit = windows,
  columns,
  roof = "green",
  pane: [paneWidth, paneHeight] = [13, 10],
}: HouseProps) {
  const inner = columns * (paneWidth + gap) - gap;
  const width = inner + 2 * (wall + eaves);
  if (windows === 0) return <EmptyLot width={width} />;
  const roofHeight = Math.max(minRoof, Math.round(width * roofShare));
  const floors = Math.ceil(windows / columns);
  const height = roofHeight + wall + floors * (paneHeight + gap);
  const paths = { lit: "", dark: "" };
  for (let index = 0; index < windows; index += 1) {
    const floor = Math.floor(index / columns);
    const onFloor = Math.min(columns, windows - floor * columns);
    const start = (width - (onFloor * (paneWidth + gap) - gap)) / 2;
    const x = start + (index % columns) * (paneWidth + gap);
    const y = height - (floor + 1) * (paneHeight + gap);
    paths[index < lit ? "lit" : "dark"] += `M${x} ${y}h${paneWidth}v${paneHeight}h-${paneWidth}Z`;
  }
  return (
    <svg className={styles.house} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className={styles.wall}
        d={`M${eaves} ${roofHeight - 2}H${width - eaves}V${height}H${eaves}Z`}
      />
      <path
        className={styles[roof]}
        d={`M0 ${roofHeight}L${width / 2} 0L${width} ${roofHeight}Z`}
      />
      {paths.lit && <path className={styles.lit} d={paths.lit} />}
      {paths.dark && <path className={styles.dark} d={paths.dark} />}
    </svg>
  );
}

const bush = { width: 26, height: 20 } as const;

function EmptyLot({ width }: { width: number }) {
  const x = (width - bush.width) / 2;
  return (
    <svg className={styles.house} viewBox={`0 0 ${width} ${bush.height}`} aria-hidden="true">
      <path className={styles.bush} d={`M${x + 4} 20c-6-9 4-13 7-10q4-6 9 0q7-1 6 10Z`} />
    </svg>
  );
}
