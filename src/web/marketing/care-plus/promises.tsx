import styles from "./promises.module.css";

/** Short promises in the largest type, ruled. */
export function Promises({ list }: { list: readonly string[] }) {
  return (
    <ul className={styles.promises}>
      {list.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  );
}
