import { type RefObject, useEffect, useRef } from "react";
import type { DraftChange } from "../../../../contract/endpoints/recruiting.ts";
import { post } from "../../../runtime/api.ts";
import { saveTyping } from "../../../runtime/reload-handoff.ts";

let saving: Promise<unknown> = Promise.resolve();

/** Resolves once what left with an application's page has come to the server, or has failed to. */
export function lastSave(): Promise<unknown> {
  return saving;
}

/**
 * Holds what was typed and is not saved yet. It leaves with the page: neither a locked phone
 * nor a closed tab nor a link loses it.
 * @param address the call that saves a draft
 */
export function useUnsaved(address: string): RefObject<DraftChange | undefined> {
  const unsaved = useRef<DraftChange>(undefined);
  useEffect(() => {
    const take = () => {
      const change = unsaved.current;
      unsaved.current = undefined;
      return change;
    };
    const send = ({ type }: Event) => {
      const change = take();
      // The first sign of leaving; those after it find nothing that has not left.
      if (!change && type === "beforeunload") saveTyping();
      if (!change) return;
      // The page that is asked for again may be on its way before this arrives.
      saveTyping(change);
      // A fetch would end with the page.
      navigator.sendBeacon(
        address,
        new Blob([JSON.stringify(change)], { type: "application/json" }),
      );
    };
    const sendHidden = (event: Event) => {
      if (document.visibilityState === "hidden") send(event);
      // It was not loaded again; what is typed from now on must not be followed by this.
      else saveTyping();
    };
    document.addEventListener("visibilitychange", sendHidden);
    // A reload: the next page is drawn before this one is hidden.
    window.addEventListener("beforeunload", send);
    window.addEventListener("pagehide", send);
    return () => {
      document.removeEventListener("visibilitychange", sendHidden);
      window.removeEventListener("beforeunload", send);
      window.removeEventListener("pagehide", send);
      // Another page of the site takes the place; who comes back from it waits for the answer.
      const change = take();
      if (change) saving = post(address, change);
    };
  }, [address]);
  return unsaved;
}
