import { undoSeconds } from "../../../../platform/contract/desk/undo.ts";
import styles from "./seconds-windows.module.css";

const columns = 5;
const step = 12;

/** Seconds that are left: one lit window is one of them. */
export function SecondsWindows({ lit }: { lit: number }) {
  return (
    <svg className={styles.windows} viewBox="0 0 64 32" aria-hidden="true">
      {Array.from({ length: undoSeconds }, (_, index) => index).map((index) => (
        <rect
          key={index}
          className={index < lit ? styles.lit : styles.dark}
          x={3 + (index % columns) * step}
          y={4 + Math.floor(index / columns) * step}
          width="9"
          height="9"
          rx="1.500"
        />
      ))}
    </svg>
  );
}
