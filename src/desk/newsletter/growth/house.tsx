import styles from "./growth.module.css";

/** Sizes of the drawing, in its own units. */
const width = 65;
const body = 16.8;
const step = { x: 15, y: 12 } as const;
const pane = { width: 11, height: 8 } as const;
const perRow = 3;
/** Colors of the drawings, the same in every contrast. */
const roofColors = { now: "#b4472f", before: "#2a5f8f" } as const;

interface HouseProps {
  readonly windows: number;
  readonly isNow: boolean;
}

/** A house whose windows count; the newest has a roof of clay. */
export function House({ windows, isNow }: HouseProps) {
  const rows = Math.ceil(windows / perRow);
  const height = body + rows * step.y + 13;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={styles.house}>
      <path d={`M5 ${body}h55V${height}H5Z`} className={styles.wall} />
      <path d="M0 19.8L32.5 0L65 19.8Z" fill={isNow ? roofColors.now : roofColors.before} />
      <path d={drawWindows(windows, height)} className={styles.window} />
    </svg>
  );
}

function drawWindows(windows: number, height: number): string {
  return Array.from({ length: windows }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, windows - row * perRow);
    const left = (width - (inRow - 1) * step.x - pane.width) / 2;
    const x = left + (index % perRow) * step.x;
    const y = height - 13 - row * step.y;
    return `M${x} ${y}h${pane.width}v${pane.height}h-${pane.width}Z`;
  }).join("");
}
