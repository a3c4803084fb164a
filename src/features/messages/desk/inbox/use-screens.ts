import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * In small windows list and record are separate screens: on return the list keeps its scroll
 * position and its row takes the focus.
 * @returns whether the record was opened from the list, so that its heading takes the focus
 */
export function useScreens(
  reference: string | undefined,
  rows: RefObject<HTMLDivElement | null>,
): boolean {
  const before = useRef<{ readonly reference: string | undefined }>(undefined);
  const listTop = useRef(0);
  const isFirst = before.current === undefined;
  const wasHidden = useRef(true);
  const wasOpen = useRef(false);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { reference };
    if (last === undefined || last.reference === reference) return;
    // Side by side, nothing moves.
    const isHidden = rows.current?.offsetParent === null;
    if (reference === undefined) {
      if (wasHidden.current) scrollTo({ top: listTop.current, behavior: "instant" });
      rows.current
        ?.querySelector<HTMLElement>(`a[data-reference="${last.reference}"]`)
        ?.focus({ preventScroll: true });
    } else {
      wasHidden.current = isHidden;
      if (last.reference === undefined) listTop.current = scrollY;
      if (isHidden) scrollTo({ top: 0, behavior: "instant" });
    }
  }, [reference, rows]);

  if (!isFirst && before.current?.reference !== reference) wasOpen.current = true;
  return wasOpen.current;
}
