import styles from "./live-mark.module.css";

/** A dot and "Live": what the page shows follows changes by itself. */
export function LiveMark() {
  return (
    <span className={styles.live}>
      <i />
      Live
    </span>
  );
}
