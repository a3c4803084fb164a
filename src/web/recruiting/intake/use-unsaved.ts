import { type RefObject, useEffect, useRef } from "react";
import type { DraftChange } from "../../../contract/recruiting.ts";

/**
 * Holds what was typed and is not saved yet. It leaves with the page: neither a locked phone
 * nor a closed tab nor a link loses it.
 * @param address the call that saves a draft
 */
export function useUnsaved(address: string): RefObject<DraftChange | undefined> {
  const unsaved = useRef<DraftChange>(undefined);
  useEffect(() => {
    const send = () => {
      const change = unsaved.current;
      unsaved.current = undefined;
      if (!change) return;
      // A fetch would end with the page.
      navigator.sendBeacon(
        address,
        new Blob([JSON.stringify(change)], { type: "application/json" }),
      );
    };
    const sendHidden = () => {
      if (document.visibilityState === "hidden") send();
    };
    document.addEventListener("visibilitychange", sendHidden);
    window.addEventListener("pagehide", send);
    return () => {
      document.removeEventListener("visibilitychange", sendHidden);
      window.removeEventListener("pagehide", send);
      send();
    };
  }, [address]);
  return unsaved;
}
