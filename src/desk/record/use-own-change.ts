import { useEffect, useRef } from "react";

/**
 * Has an open record follow the user's own changes from elsewhere on the page, such as an undo or a
 * bulk change: their next change must not conflict with them.
 * @param ownChange the newest of them, settled once it is over
 */
export function useOwnChange(
  ownChange: Promise<void> | undefined,
  follow: (change: Promise<void>) => unknown,
): void {
  // Earlier ones are in what the record reads as it opens.
  const last = useRef(ownChange);
  useEffect(() => {
    if (ownChange === undefined || ownChange === last.current) return;
    last.current = ownChange;
    void follow(ownChange);
  }, [ownChange, follow]);
}
