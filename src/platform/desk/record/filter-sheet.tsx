import { type ReactNode, useId } from "react";
import { Button } from "../ui/button.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import styles from "./filter-sheet.module.css";

interface FilterSheetProps {
  /** How many filters are set. */
  readonly count: number;
  /** Of the button that closes it: "Show 14 open". */
  readonly done?: string;
  readonly children: ReactNode;
}

/** "Filters": opens a list's filters from the side, on phones from the foot. */
export function FilterSheet({ count, done, children }: FilterSheetProps) {
  const id = useId();
  return (
    <>
      <Button look="ghost" isSmall popoverTarget={id}>
        <DeskIcon name="filter" />
        Filters{count > 0 && ` (${count})`}
      </Button>
      <div id={id} popover="auto" className={styles.sheet}>
        {children}
        {done && (
          <Button popoverTarget={id} popoverTargetAction="hide">
            {done}
          </Button>
        )}
      </div>
    </>
  );
}
