import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The current time, milliseconds since 1970, updated every minute: today becomes yesterday. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
