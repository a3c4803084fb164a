import styles from "./live-mark.module.css";

/** A dot and "Live": the page updates by itself. */
export function LiveMark() {
  return (
    <span className={styles.live}>
      <i />
      <span>Live</span>
    </span>
  );
}
