import { Link } from "react-router";
import { DeskIcon } from "../ui/desk-icon.tsx";
import styles from "./back-link.module.css";

/** Link back to the list: URL and label, such as "Privacy, 6 open". */
export interface BackTarget {
  readonly to: string;
  readonly label: string;
}

/** Link back, on screens that show only one of list and record. */
export function BackLink({ to, label }: BackTarget) {
  return (
    <Link to={to} className={styles.back}>
      <DeskIcon name="back" />
      {label}
    </Link>
  );
}
