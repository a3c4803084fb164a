import type { ReactNode } from "react";
import { Link } from "react-router";
import { DeskIcon } from "../ui/desk-icon.tsx";
import styles from "./back-link.module.css";

/** Link back to the list: URL and label, such as "Privacy, 6 open". */
export interface BackTarget {
  readonly to: string;
  readonly label: string;
}

interface BackLinkProps extends BackTarget {
  /** In a panel without padding, which is beside its list on laptops already. */
  readonly isFlush?: boolean;
}

/** Link back, on screens that show only one of list and record. */
export function BackLink({ to, label, isFlush = false }: BackLinkProps) {
  return (
    <Link to={to} className={`${styles.back} ${isFlush ? styles.flush : styles.padded}`}>
      <DeskIcon name="back" />
      {label}
    </Link>
  );
}

interface ParentLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** Link to the page that a page belongs to, above its heading at every width. */
export function ParentLink({ to, children }: ParentLinkProps) {
  return (
    <Link to={to} className={styles.parent}>
      <DeskIcon name="back" />
      {children}
    </Link>
  );
}
