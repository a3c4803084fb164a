import { useEffect, useState } from "react";
import type { Ask } from "./desk-request.ts";

/**
 * Shows something whenever requests ask for it; several at once ask one time.
 * @param handle sets who answers
 * @returns what to call with the answer; undefined while nothing is asked
 */
export function useAsk(handle: (ask: Ask) => void): ((isGiven: boolean) => void) | undefined {
  const [answer, setAnswer] = useState<(isGiven: boolean) => void>();
  useEffect(() => {
    let open: Promise<boolean> | undefined;
    handle(() => {
      open ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        open = undefined;
        setAnswer(undefined);
      });
      return open;
    });
    return () => handle(async () => false);
  }, [handle]);
  return answer;
}
