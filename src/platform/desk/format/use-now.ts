import { useEffect, useState } from "react";
import { minutes } from "../../contract/durations.ts";

/** The current time, milliseconds since 1970, updated every minute: today becomes yesterday. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minutes(1));
    return () => clearInterval(timer);
  }, []);
  return now;
}
