import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, type ButtonLook } from "./button.tsx";
import styles from "./message-dialog.module.css";
import { Picture } from "./picture.tsx";
import type { PictureFile } from "./picture-file.ts";

interface MessageDialogProps {
  /** An alert interrupts; a message reports success. */
  readonly kind: "alert" | "message";
  readonly heading: string;
  readonly children?: ReactNode;
  readonly picture?: PictureFile;
  /** Content in place of the picture; it fills its positioned parent. */
  readonly strip?: ReactNode;
  /** Label of the button that closes; or pass `actions`. */
  readonly button?: string;
  /** Buttons in place of the one that closes, including a `CloseButton`. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/**
 * A modal with one heading, one sentence and one button. The heading takes the focus, Escape
 * closes, and the browser then restores the focus.
 */
export function MessageDialog(props: MessageDialogProps) {
  const { kind, heading, children, picture, strip, button = "OK", actions, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const textId = useId();

  useEffect(() => {
    const element = dialog.current;
    // The server renders it open, for pages without scripts: turn it into a modal. `close()` would
    // call `onClose`.
    element?.removeAttribute("open");
    element?.showModal();
    element?.querySelector("h2")?.focus();
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

/** Closes the surrounding dialog, with or without scripts. */
export function CloseButton({ look = "solid", children }: CloseButtonProps) {
  return (
    <form method="dialog">
      <Button type="submit" look={look}>
        {children}
      </Button>
    </form>
  );
}
