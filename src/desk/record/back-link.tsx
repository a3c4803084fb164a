import { Link } from "react-router";
import { DeskIcon } from "../ui/desk-icon.tsx";
import styles from "./back-link.module.css";

/** Back to the list: address and "Privacy, 6 open". */
export interface BackTarget {
  readonly to: string;
  readonly label: string;
}

/** The way back on screens that show one of both. */
export function BackLink({ to, label }: BackTarget) {
  return (
    <Link to={to} className={styles.back}>
      <DeskIcon name="back" />
      {label}
    </Link>
  );
}
