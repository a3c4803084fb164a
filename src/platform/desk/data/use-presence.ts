import { useEffect, useEffectEvent, useRef } from "react";
import { readEndpoint } from "../../contract/define-endpoint.ts";
import { liveEndpoints } from "../../contract/desk/live.ts";

/** Heartbeat interval for the record that a page shows, in milliseconds; it expires after 25 s. */
const intervalMs = 10_000;

/** Sent even if the page is closed right after; the response is ignored. */
function sendPresence(
  topic: string,
  reference: string,
  state: "reading" | "writing" | "left",
): void {
  const { method, path } = readEndpoint(liveEndpoints.present);
  fetch(path, {
    method,
    body: JSON.stringify({ topic, reference, state }),
    headers: { "content-type": "application/json" },
    keepalive: true,
  }).catch(() => {
    // The next heartbeat repeats it.
  });
}

/** Reports the open record while the page is visible, and at once when the user begins to write. */
export function usePresence(topic: string, reference: string, isWriting: boolean): void {
  const state = isWriting ? "writing" : "reading";
  const report = useEffectEvent(() => sendPresence(topic, reference, state));
  const wasWriting = useRef(isWriting);
  useEffect(() => {
    if (wasWriting.current === isWriting) return;
    wasWriting.current = isWriting;
    if (document.visibilityState === "visible") report();
  }, [isWriting]);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const enter = () => {
      clearInterval(timer);
      report();
      timer = setInterval(report, intervalMs);
    };
    const leave = () => {
      clearInterval(timer);
      sendPresence(topic, reference, "left");
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
  }, [topic, reference]);
}
