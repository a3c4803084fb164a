import { type RefObject, useEffect, useRef } from "react";
import { type Endpoint, pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import { saveTyping } from "../../../../platform/site/runtime/reload-handoff.ts";
import type { DraftChange } from "../../contract/intake-endpoints.ts";

let saving: Promise<unknown> = Promise.resolve();

/** Settles once the answers sent when the page was left have reached the server or failed. */
export function lastSave(): Promise<unknown> {
  return saving;
}

/**
 * Keeps typed answers that are not saved yet and sends them when the page is hidden or left, so
 * that a locked phone, a closed tab or a followed link does not lose them.
 */
export function useUnsaved(saveDraft: Endpoint<DraftChange>): RefObject<DraftChange | undefined> {
  const unsaved = useRef<DraftChange>(undefined);
  useEffect(() => {
    const take = () => {
      const change = unsaved.current;
      unsaved.current = undefined;
      return change;
    };
    const send = ({ type }: Event) => {
      const change = take();
      // Only the first of these events has something to send.
      if (!change && type === "beforeunload") saveTyping();
      if (!change) return;
      // On a reload the server may answer with the page before this request arrives.
      saveTyping(change);
      // A fetch would be canceled with the page.
      navigator.sendBeacon(
        pathOf(saveDraft),
        new Blob([JSON.stringify(change)], { type: "application/json" }),
      );
    };
    const sendHidden = (event: Event) => {
      if (document.visibilityState === "hidden") send(event);
      // No reload: a stale handoff must not overwrite what is typed from now on.
      else saveTyping();
    };
    document.addEventListener("visibilitychange", sendHidden);
    // On a reload the next page is requested before this one is hidden.
    window.addEventListener("beforeunload", send);
    window.addEventListener("pagehide", send);
    return () => {
      document.removeEventListener("visibilitychange", sendHidden);
      window.removeEventListener("beforeunload", send);
      window.removeEventListener("pagehide", send);
      // Client navigation: the next visit waits for this response.
      const change = take();
      if (change) saving = request(saveDraft, change);
    };
  }, [saveDraft]);
  return unsaved;
}
