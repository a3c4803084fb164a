import type { ComponentType } from "react";
import styles from "./page-slot.module.css";

/** The place of a page inside the frame, the same whether React draws the page or keeps it. */
export function inSlot(Page: ComponentType): ComponentType {
  return function PageInSlot() {
    return (
      <div className={styles.slot}>
        <Page />
      </div>
    );
  };
}
