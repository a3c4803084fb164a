import { undoSeconds } from "../../contract/desk/undo.ts";
import styles from "./seconds-left.module.css";

const columns = 5;
const step = 12;

/** The seconds that are left: a filled square for each. */
export function SecondsLeft({ count }: { count: number }) {
  return (
    <svg className={styles.seconds} viewBox="0 0 64 32" aria-hidden="true">
      {Array.from({ length: undoSeconds }, (_, index) => index).map((index) => (
        <rect
          key={index}
          className={index < count ? styles.filled : styles.empty}
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
