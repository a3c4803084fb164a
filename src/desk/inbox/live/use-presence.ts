import { useEffect } from "react";
import { inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { readEndpoint } from "../../../contract/endpoints/define-endpoint.ts";

/** Heartbeat interval for the case that a page shows, in milliseconds; it expires after 25 s. */
const intervalMs = 10_000;

/** Sent even if the page is closed right after; the response is ignored. */
function sendPresence(reference: string | null): void {
  const { method, path } = readEndpoint(inboxEndpoints.present);
  fetch(path, {
    method,
    body: JSON.stringify({ reference }),
    headers: { "content-type": "application/json" },
    keepalive: true,
  }).catch(() => {
    // The next heartbeat repeats it.
  });
}

/** Reports the open case while the page is visible. */
export function usePresence(reference: string | undefined): void {
  useEffect(() => {
    if (reference === undefined) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const enter = () => {
      clearInterval(timer);
      sendPresence(reference);
      timer = setInterval(() => sendPresence(reference), intervalMs);
    };
    const leave = () => {
      clearInterval(timer);
      sendPresence(null);
    };
    const follow = () => (document.visibilityState === "visible" ? enter() : leave());
    if (document.visibilityState === "visible") enter();
    document.addEventListener("visibilitychange", follow);
    addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [reference]);
}
