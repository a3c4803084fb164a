import { useEffect, useState } from "react";
import { type EmailOutage, emailOutageEndpoints } from "../../contract/desk/email-outage.ts";
import { minutes } from "../../contract/durations.ts";
import { request } from "../../site/runtime/api.ts";

/** Polling interval while the page is visible, in milliseconds. */
const everyMs = minutes(1);

/** The outage of outgoing emails; null while there is none. */
export function useEmailOutage(): EmailOutage | null {
  const [outage, setOutage] = useState<EmailOutage | null>(null);
  useEffect(() => {
    let isOver = false;
    // Not `deskRequest`: a request that nobody made must not ask for a log-in.
    const read = async () => {
      if (document.visibilityState !== "visible") return;
      const outcome = await request(emailOutageEndpoints.read);
      if (outcome.ok && !isOver) setOutage(outcome.data.outage);
    };
    void read();
    const timer = setInterval(read, everyMs);
    document.addEventListener("visibilitychange", read);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  return outage;
}
