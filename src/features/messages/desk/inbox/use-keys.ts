import { useEffect, useEffectEvent } from "react";
import { usesSingleKeys } from "../../../../platform/desk/shell/single-keys.ts";

/** Single keys of the inbox; each has a button or a field as well. */
export type InboxKey = "j" | "k" | "r" | "n" | "a" | "e" | "s" | "/" | "?";

const keys: ReadonlySet<string> = new Set(["j", "k", "r", "n", "a", "e", "s", "/", "?"]);
const fields = "input, select, textarea, [contenteditable], dialog, [popover]:popover-open";

export function useKeys(onKey: (key: InboxKey) => void): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
      if (!keys.has(key) || ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
      if (document.querySelector("dialog[open]") || !usesSingleKeys()) return;
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
