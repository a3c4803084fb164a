import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./message-dialog.module.css";
import { Picture } from "./picture.tsx";
import type { PictureFile } from "./picture-file.ts";

export interface ConfirmDialogProps {
  readonly heading: string;
  readonly children: ReactNode;
  readonly picture?: PictureFile;
  /** Label of the button that changes nothing. It comes first and has the focus. */
  readonly cancelLabel: string;
  readonly confirmLabel: string;
  /** The action is running: both buttons wait. */
  readonly busy?: boolean;
  readonly error?: string | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  /** Escape; by default the same as `onCancel`. */
  readonly onEscape?: () => void;
}

/** Confirmation before an action that is hard to undo; the safe button comes first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    heading,
    children,
    picture,
    cancelLabel,
    confirmLabel,
    busy = false,
    error,
    onCancel,
    onConfirm,
    onEscape,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const escaped = useRef(false);
  const headingId = useId();
  const textId = useId();

  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("button")?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={headingId}
      aria-describedby={textId}
      onClose={() => (escaped.current && onEscape ? onEscape() : onCancel())}
      onCancel={(event) => {
        if (busy) event.preventDefault();
        else escaped.current = true;
      }}
    >
      {picture && (
        <div className={styles.strip}>
          <Picture file={picture} alt="" fill eager />
        </div>
      )}
      <h2 id={headingId}>{heading}</h2>
      <div id={textId} className={styles.text}>
        {children}
      </div>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <div className={styles.actions}>
        <Button
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) dialog.current?.close();
          }}
        >
          {cancelLabel}
        </Button>
        <Button
          look="ghost"
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
