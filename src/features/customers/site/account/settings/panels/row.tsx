import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../../../platform/site/ui/icon.tsx";
import { PortalIcon } from "../../portal-icon.tsx";
import { loadErrorMessage } from "../messages.ts";
import type { Panels } from "../panel-props.ts";
import styles from "../settings.module.css";
import { type RowMessage, useSettings } from "../settings-context.ts";

interface RowProps {
  readonly row: string;
  readonly anchor?: string;
  readonly term: string;
  readonly children: ReactNode;
  readonly control?: ReactNode;
  readonly panel?: ReactNode;
}

export function Row({ row, anchor, term, children, control, panel }: RowProps) {
  const { note } = useSettings();
  const message = note?.row === row ? note : undefined;
  const item = useRef<HTMLLIElement>(null);

  useEffect(() => {
    // The pressed button is gone: move the focus to the row with the message.
    if (message && document.activeElement === document.body) {
      const row = item.current;
      (row?.querySelector("button") ?? row?.querySelector("h3"))?.focus();
    }
  }, [message]);

  useEffect(() => {
    // The page was still empty when the browser looked for the hash target.
    if (anchor && location.hash === `#${anchor}`) item.current?.querySelector("h3")?.focus();
  }, [anchor]);

  return (
    <li ref={item} id={anchor}>
      <div className={styles.line}>
        <div className={styles.state}>
          <h3 tabIndex={-1}>{term}</h3>
          {children}
        </div>
        {control}
      </div>
      {panel}
      <p role="status" className={styles.done}>
        {message?.kind === "done" && (
          <>
            <PortalIcon name="check" />
            {message.text}
          </>
        )}
      </p>
      <p role="alert" className={styles.error}>
        {message?.kind === "error" && (
          <>
            <Icon name="warning" />
            {message.text}
          </>
        )}
      </p>
    </li>
  );
}

interface ActionRowProps extends Omit<RowProps, "control" | "panel"> {
  readonly action: string;
  /** Added to the label for screen readers, to distinguish similar buttons. */
  readonly about?: string;
  readonly busyLabel?: string;
  /** Runs the action. @returns the message to show, if any */
  readonly onPress: () => Promise<(RowMessage & { readonly row?: string }) | undefined>;
}

export function ActionRow(props: ActionRowProps) {
  const { row, action, about, busyLabel = "One moment...", onPress, ...rest } = props;
  const { setNote } = useSettings();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function press() {
    if (busy) return;
    setBusy(true);
    setNote(undefined);
    const message = await onPress();
    setBusy(false);
    // A dialog that was open meanwhile has taken the focus.
    if (document.activeElement === document.body) button.current?.focus();
    setNote(message && { row, ...message });
  }

  return (
    <Row
      {...rest}
      row={row}
      control={
        <Button
          ref={button}
          look="ghost"
          aria-disabled={busy || undefined}
          onClick={() => void press()}
        >
          <span>
            {busy ? busyLabel : action}
            {about && <span className="sr"> {about}</span>}
          </span>
        </Button>
      }
    />
  );
}

interface PanelRowProps extends Omit<RowProps, "control" | "panel"> {
  readonly action: string;
  /** Runs before the panel opens; false keeps it closed. */
  readonly prepare?: () => Promise<boolean>;
  readonly panel: (panels: Panels) => ReactNode;
}

/** A row whose button opens a panel. One panel is open at a time. */
export function PanelRow({ row, action, prepare, panel, ...rest }: PanelRowProps) {
  const { open, setOpen, setNote, panels, loadPanels } = useSettings();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = open === row;
  const wasOpen = useRef(false);

  useEffect(() => {
    // The focused element was inside the closed panel: focus its button.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  async function press() {
    if (busy) return;
    setNote(undefined);
    if (isOpen) {
      setOpen(undefined);
      return;
    }
    setBusy(true);
    const isLoaded = await loadPanels();
    const mayOpen = isLoaded && (prepare ? await prepare() : true);
    setBusy(false);
    if (mayOpen) setOpen(row);
    else if (!isLoaded) setNote({ row, ...loadErrorMessage });
  }

  return (
    <Row
      {...rest}
      row={row}
      control={
        <Button
          ref={button}
          look="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-disabled={busy || undefined}
          onClick={() => void press()}
        >
          {action}
        </Button>
      }
      panel={
        isOpen &&
        panels && (
          <div id={id} className={styles.panel}>
            {panel(panels)}
            <p className={styles.close}>
              <Button look="ghost" onClick={() => setOpen(undefined)}>
                Cancel
              </Button>
            </p>
          </div>
        )
      }
    />
  );
}
