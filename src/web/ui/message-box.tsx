import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./message-box.module.css";

interface MessageBoxProps {
  /** An alert interrupts; a message box says that something went well. */
  readonly kind: "alert" | "message";
  readonly heading: string;
  readonly children?: ReactNode;
  readonly button: string;
  /** Called once the box has closed, by button or Escape. */
  readonly onClose: () => void;
}

/**
 * A modal with one heading, one sentence and one button. Focus goes to the heading,
 * Escape closes, and the browser gives the focus back to where it was.
 */
export function MessageBox({ kind, heading, children, button, onClose }: MessageBoxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const textId = useId();

  useEffect(() => {
    const box = dialog.current;
    // Rendered open by the server for pages without scripts: turn it into a modal.
    if (box?.open) box.close();
    box?.showModal();
    box?.querySelector("h2")?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.box}
      role={kind === "alert" ? "alertdialog" : undefined}
      aria-labelledby={headingId}
      aria-describedby={children ? textId : undefined}
      onClose={onClose}
      open={typeof window === "undefined"}
      suppressHydrationWarning
    >
      <h2 id={headingId} tabIndex={-1}>
        {heading}
      </h2>
      {children && (
        <div id={textId} className={styles.text}>
          {children}
        </div>
      )}
      <form method="dialog">
        <Button type="submit">{button}</Button>
      </form>
    </dialog>
  );
}
