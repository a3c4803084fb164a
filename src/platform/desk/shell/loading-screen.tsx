import { DeskBar } from "./desk-bar.tsx";
import styles from "./shell.module.css";

/** Shown until the first page has loaded. */
export function LoadingScreen() {
  return (
    <div className={styles.desk}>
      <DeskBar />
      <main className={styles.main}>
        <p role="status" className={styles.loading}>
          Opening the desk…
        </p>
      </main>
    </div>
  );
}
