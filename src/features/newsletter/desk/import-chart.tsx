import { findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import styles from "./import.module.css";
import type { ImportKind } from "./import-counts.tsx";

const maxUnits = 140;
const perRow = 20;
const step = { x: 18, y: 16 } as const;
const roof = 46;

interface ImportChartProps {
  readonly parts: readonly (readonly [ImportKind, number])[];
}

/** The lines of a file as units of one wide column; the list below says the same in words. */
export function ImportChart({ parts }: ImportChartProps) {
  const lines = parts.reduce((sum, [, count]) => sum + count, 0);
  if (lines === 0) return null;
  const unit = findUnitScale(lines, maxUnits - parts.length);
  const units = parts.flatMap(([kind, count]) =>
    Array.from({ length: Math.ceil(count / unit) }, () => kind),
  );
  const rows = Math.ceil(units.length / perRow);
  const height = roof + rows * step.y + 14;
  return (
    <>
      <p className={styles.unit}>
        Each square is {unit === 1 ? "one line" : `${unit.toLocaleString("en-US")} lines`}.
      </p>
      <svg viewBox={`0 0 401 ${height}`} aria-hidden="true" className={styles.chart}>
        <path d={`M0 ${roof}L200.5 0L401 ${roof}Z`} className={styles.roof} />
        <path d={`M10 ${roof}h381V${height}H10Z`} className={styles.wall} />
        {parts.map(([kind]) => (
          <path key={kind} d={drawUnits(units, kind, height)} className={styles[kind]} />
        ))}
      </svg>
    </>
  );
}

function drawUnits(units: readonly ImportKind[], kind: ImportKind, height: number): string {
  return units
    .map((one, index) => {
      const row = Math.floor(index / perRow);
      const inRow = Math.min(perRow, units.length - row * perRow);
      const x = 22 + ((perRow - inRow) / 2 + (index % perRow)) * step.x;
      const y = height - 18 - row * step.y;
      return one === kind ? `M${x} ${y}h13v11h-13Z` : "";
    })
    .join("");
}
