import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PortalIcon } from "../../parts/portal-icon.tsx";
import styles from "../settings.module.css";
import { loadErrorMessage } from "../shared/messages.ts";
import type { Panels } from "../shared/panel-props.ts";
import { type RowMessage, useSettings } from "../shared/settings-context.ts";

interface RowProps {
  /** Names the row among all of the page. */
  readonly row: string;
  readonly term: string;
  /** How it stands now. */
  readonly children: ReactNode;
  /** The row's button, if it has one. */
  readonly control?: ReactNode;
  /** What opens below it. */
  readonly panel?: ReactNode;
}

/** One matter: what it is, how it stands, its one button, and what came of pressing it. */
export function Row({ row, term, children, control, panel }: RowProps) {
  const { note } = useSettings();
  const message = note?.row === row ? note : undefined;
  const item = useRef<HTMLLIElement>(null);

  useEffect(() => {
    // What was pressed is gone; reading goes on where it says what came of it.
    if (message && document.activeElement === document.body) {
      const row = item.current;
      (row?.querySelector("button") ?? row?.querySelector("h3"))?.focus();
    }
  }, [message]);

  return (
    <li ref={item}>
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
  /** What a screen reader hears after the action, to tell this button from its like. */
  readonly about?: string;
  readonly busyLabel?: string;
  /** Does it and says what came of it; undefined when there is nothing to say. */
  readonly onPress: () => Promise<(RowMessage & { readonly row?: string }) | undefined>;
}

/** A row whose button does something at once. */
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
    // A question that was asked meanwhile has taken the focus along.
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
  /** What must be there before it opens; false: it stays closed. */
  readonly prepare?: () => Promise<boolean>;
  readonly panel: (panels: Panels) => ReactNode;
}

/** A row whose button opens what is needed to change it. One is open at a time. */
export function PanelRow({ row, action, prepare, panel, ...rest }: PanelRowProps) {
  const { open, setOpen, setNote, panels, loadPanels } = useSettings();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = open === row;
  const wasOpen = useRef(false);

  useEffect(() => {
    // What was inside is gone; reading goes on at the button that opened it.
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
