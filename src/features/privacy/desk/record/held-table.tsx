import { formatMonthOfYear } from "../../../../platform/desk/format/times.ts";
import type { PrivacyDetail } from "../../contract/endpoints.ts";
import { heldKindNames } from "../../contract/names.ts";
import styles from "./held-table.module.css";

interface HeldTableProps {
  readonly detail: PrivacyDetail;
  readonly held: NonNullable<PrivacyDetail["held"]>;
}

export function HeldTable({ detail, held }: HeldTableProps) {
  const { rows, deleted, kept, elsewhere } = held;
  return (
    <>
      <h3 className={styles.heading}>What we hold</h3>
      <table className={styles.table}>
        <caption className="sr">What we hold of {detail.name}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How many</th>
            <th scope="col">Oldest from</th>
            <th scope="col">After Delete</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, count, oldest, kept: why }) => (
            <tr key={kind}>
              <th scope="row">
                {heldKindNames[kind]}
                {oldest && <span className={styles.since}>{formatMonthOfYear(oldest)}</span>}
              </th>
              <td className={styles.count}>{count.toLocaleString("en-US")}</td>
              <td className={styles.oldest}>{oldest ? formatMonthOfYear(oldest) : "Not known"}</td>
              <td className={styles.after}>{why === null ? "Deleted" : <b>{why}</b>}</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row">All</th>
            <td className={styles.count}>{(deleted + kept).toLocaleString("en-US")}</td>
            <td className={styles.oldest} />
            <td className={styles.after}>
              {deleted.toLocaleString("en-US")} deleted, {kept.toLocaleString("en-US")} kept
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.note}>
        One keyed mark stays, so that no import brings the address back. Delete does not reach:
      </p>
      {elsewhere.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
    </>
  );
}
