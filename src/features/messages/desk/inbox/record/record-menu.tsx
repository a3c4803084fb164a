import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import styles from "./record-menu.module.css";

const menuId = "case-menu";

/** What is done with a message less often. */
export function RecordMenu({ children }: { children: ReactNode }) {
  return (
    <>
      <Button look="ghost" isSmall popoverTarget={menuId}>
        More<span className="sr"> actions</span>
        <DeskIcon name="down" />
      </Button>
      <div id={menuId} popover="auto" className={styles.menu}>
        {children}
      </div>
    </>
  );
}

/** A button of the menu, which closes it. */
export function MenuButton(props: ComponentProps<"button">) {
  return <button type="button" popoverTarget={menuId} popoverTargetAction="hide" {...props} />;
}
