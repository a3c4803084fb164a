import { type RefObject, useState } from "react";
import type { CaseRow } from "../../contract/desk/inbox.ts";
import type { ManyEdit } from "./list/use-changes.ts";
import { useKeys } from "./live/use-keys.ts";
import { assigneeId, noteTabId, replyTabId, searchId } from "./parts/ids.ts";
import type { RecordHandle } from "./record/open-record.tsx";

interface KeyTargets {
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly cases: readonly CaseRow[];
  readonly record: RefObject<RecordHandle | undefined>;
  readonly openReference: string | undefined;
  readonly canWork: boolean;
  readonly changeMany: (rows: readonly CaseRow[], edit: ManyEdit) => void;
}

/** What the single keys do. @returns whether the list of keys is shown, and how to close it */
export function useInboxKeys(targets: KeyTargets): readonly [boolean, () => void] {
  const [showsKeys, setShowsKeys] = useState(false);
  const { rows, cases, record, openReference, canWork, changeMany } = targets;

  function move(step: 1 | -1) {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("a[data-reference]") ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLElement);
    const open = links.findIndex(({ dataset }) => dataset.reference === openReference);
    const from = focused === -1 ? open : focused;
    links[from === -1 ? 0 : Math.max(0, Math.min(links.length - 1, from + step))]?.focus();
  }

  /** The focused row, else the open case. */
  function change(edit: ManyEdit) {
    const focused = document.activeElement?.closest<HTMLElement>("a[data-reference]");
    const row = cases.find(({ reference }) => reference === focused?.dataset.reference);
    if (row && row.reference !== openReference) changeMany([row], edit);
    else record.current?.change(edit);
  }

  useKeys((key) => {
    if (key === "j") move(1);
    if (key === "k") move(-1);
    if (key === "/") document.getElementById(searchId)?.focus();
    if (key === "?") setShowsKeys(true);
    if (!canWork) return;
    if (key === "r") document.getElementById(replyTabId)?.click();
    if (key === "n") document.getElementById(noteTabId)?.click();
    if (key === "a") document.getElementById(assigneeId)?.focus();
    if (key === "e") change({ status: "done" });
    if (key === "s") change({ isSpam: true });
  });
  return [showsKeys, () => setShowsKeys(false)];
}
