import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { isSet } from "../../../../platform/desk/shell/browser-settings.ts";
import type { CaseRow } from "../../contract/inbox.ts";
import { assigneeId, noteTabId, replyTabId, searchId } from "./ids.ts";
import type { ManyEdit } from "./list/use-changes.ts";
import type { RecordHandle } from "./record/open-record.tsx";

/** Single keys of the inbox; each has a button or a field as well. */
type InboxKey = "j" | "k" | "r" | "n" | "a" | "e" | "s" | "/" | "?";

const keys: ReadonlySet<string> = new Set(["j", "k", "r", "n", "a", "e", "s", "/", "?"]);
const fields = "input, select, textarea, [contenteditable], dialog, [popover]:popover-open";

function useKeys(onKey: (key: InboxKey) => void): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
      if (!keys.has(key) || ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
      if (document.querySelector("dialog[open]") || !isSet("desk-single-keys")) return;
      if (target instanceof HTMLSelectElement && !isListOpen(target)) {
        // The browser would choose the next option with this letter, which is saved at once.
        event.preventDefault();
        return;
      }
      if (target instanceof Element && target.closest(fields)) return;
      event.preventDefault();
      handle(key as InboxKey);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether the options are shown, where letters choose and only Enter saves. */
function isListOpen(select: HTMLSelectElement): boolean {
  return CSS.supports("selector(:open)") && select.matches(":open");
}

interface KeyTargets {
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly cases: readonly CaseRow[];
  readonly record: RefObject<RecordHandle | undefined>;
  readonly openReference: string | undefined;
  readonly canWork: boolean;
  readonly changeMany: (rows: readonly CaseRow[], edit: ManyEdit) => void;
  readonly open: (reference: string) => void;
  /** Shows the composer, if something else is in its place. */
  readonly showComposer: () => void;
}

interface InboxKeys {
  readonly showsKeys: boolean;
  readonly closeKeys: () => void;
  /** Called once a case is shown: carries out the key that opened it. */
  readonly onShown: (reference: string) => void;
}

/** What the single keys do: all of them act on the focused row, else on the open case. */
export function useInboxKeys(targets: KeyTargets): InboxKeys {
  const [showsKeys, setShowsKeys] = useState(false);
  const { rows, cases, record, openReference, canWork, changeMany, open } = targets;
  /** A key that waits until its case is shown. */
  const waiting = useRef<{ readonly key: InboxKey; readonly reference: string }>(undefined);

  function move(step: 1 | -1) {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("a[data-reference]") ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLElement);
    const opened = links.findIndex(({ dataset }) => dataset.reference === openReference);
    const from = focused === -1 ? opened : focused;
    links[from === -1 ? 0 : Math.max(0, Math.min(links.length - 1, from + step))]?.focus();
  }

  /** The focused row, unless it is that of the open case. */
  function findOther(): CaseRow | undefined {
    const focused = document.activeElement?.closest<HTMLElement>("a[data-reference]");
    const row = cases.find(({ reference }) => reference === focused?.dataset.reference);
    return row?.reference === openReference ? undefined : row;
  }

  function change(edit: ManyEdit) {
    const other = findOther();
    if (other) changeMany([other], edit);
    else record.current?.change(edit);
  }

  function focusList(reference: string) {
    rows.current?.querySelector<HTMLElement>(`a[data-reference="${reference}"]`)?.focus();
  }

  function workOn(key: InboxKey, reference: string) {
    if (key === "r" || key === "n") targets.showComposer();
    if (key === "r") document.getElementById(replyTabId)?.click();
    if (key === "n") document.getElementById(noteTabId)?.click();
    if (key === "a") pickOption(assigneeId, () => focusList(reference));
  }

  useKeys((key) => {
    // The list of keys opens a moment later.
    if (showsKeys) return;
    waiting.current = undefined;
    if (key === "j") move(1);
    if (key === "k") move(-1);
    if (key === "/") document.getElementById(searchId)?.focus();
    if (key === "?") setShowsKeys(true);
    if (!canWork) return;
    if (key === "e") change({ status: "done" });
    if (key === "s") change({ isSpam: true });
    if (key !== "r" && key !== "n" && key !== "a") return;
    const other = findOther();
    const reference = other?.reference ?? openReference;
    if (reference === undefined) return;
    if (record.current?.detail?.reference === reference) workOn(key, reference);
    else waiting.current = { key, reference };
    if (other) open(reference);
  });

  const work = useRef(workOn);
  work.current = workOn;
  const onShown = useCallback((reference: string) => {
    const { current } = waiting;
    if (current?.reference !== reference) return;
    waiting.current = undefined;
    work.current(current.key, reference);
  }, []);
  return { showsKeys, closeKeys: () => setShowsKeys(false), onShown };
}

/**
 * Opens the list of a select.
 * @param onPicked called once something is chosen, to move the focus on
 */
function pickOption(id: string, onPicked: () => void): void {
  const select = document.getElementById(id);
  if (!(select instanceof HTMLSelectElement)) return;
  select.focus();
  const ended = new AbortController();
  const { signal } = ended;
  select.addEventListener(
    "change",
    () => {
      ended.abort();
      onPicked();
    },
    { signal },
  );
  select.addEventListener("blur", () => ended.abort(), { signal });
  try {
    select.showPicker();
  } catch {
    // The browser has no picker, or opens it only on its own keys: the select has the focus.
  }
}
