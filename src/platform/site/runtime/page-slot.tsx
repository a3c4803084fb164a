import type { ComponentType } from "react";
import styles from "./page-slot.module.css";

/** Wraps a page in its slot of the frame, the same for rendered and frozen pages. */
export function inSlot(Page: ComponentType): ComponentType {
  return function PageInSlot() {
    return (
      <div className={styles.slot}>
        <Page />
      </div>
    );
  };
}
