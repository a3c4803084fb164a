import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, type ButtonLook } from "./button.tsx";
import styles from "./message-dialog.module.css";
import { Picture } from "./picture.tsx";
import type { PictureFile } from "./picture-file.ts";

interface MessageDialogProps {
  /** An alert interrupts; a message box says that something went well. */
  readonly kind: "alert" | "message";
  readonly heading: string;
  readonly children?: ReactNode;
  /** Says what happened at a glance. */
  readonly picture?: PictureFile;
  /** The same of the reader's own; it fills its positioned parent. */
  readonly strip?: ReactNode;
  /** Closes the box; or give `actions`. */
  readonly button?: string;
  /** Forms of buttons in place of the one that closes, `CloseButton` among them. */
  readonly actions?: ReactNode;
  /** Called once the box has closed, by button or Escape. */
  readonly onClose: () => void;
}

/**
 * A modal with one heading, one sentence and one button. Focus goes to the heading,
 * Escape closes, and the browser gives the focus back to where it was.
 */
export function MessageDialog(props: MessageDialogProps) {
  const { kind, heading, children, picture, strip, button = "OK", actions, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const textId = useId();

  useEffect(() => {
    const box = dialog.current;
    // Rendered open by the server for pages without scripts: turn it into a modal. Closing
    // it first would tell the page that the reader did.
    box?.removeAttribute("open");
    box?.showModal();
    box?.querySelector("h2")?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role={kind === "alert" ? "alertdialog" : undefined}
      aria-labelledby={headingId}
      aria-describedby={children ? textId : undefined}
      onClose={onClose}
      open={typeof window === "undefined"}
      suppressHydrationWarning
    >
      {(picture || strip) && (
        <div className={styles.strip}>
          {picture ? <Picture file={picture} alt="" eager /> : strip}
        </div>
      )}
      <h2 id={headingId} tabIndex={-1}>
        {heading}
      </h2>
      {children && (
        <div id={textId} className={styles.text}>
          {children}
        </div>
      )}
      <div className={styles.actions}>{actions ?? <CloseButton>{button}</CloseButton>}</div>
    </dialog>
  );
}

interface CloseButtonProps {
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** Closes the message box it stands in, with or without scripts. */
export function CloseButton({ look = "solid", children }: CloseButtonProps) {
  return (
    <form method="dialog">
      <Button type="submit" look={look}>
        {children}
      </Button>
    </form>
  );
}
