import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * List and record are a screen each in small windows: the list keeps its place, and its row takes
 * the focus again.
 * @returns whether the record was opened from the list, so that its heading takes the focus
 */
export function useScreens(
  reference: string | undefined,
  rows: RefObject<HTMLDivElement | null>,
): boolean {
  const before = useRef<{ readonly reference: string | undefined }>(undefined);
  const listTop = useRef(0);
  const isFirst = before.current === undefined;
  const wasOpen = useRef(false);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { reference };
    if (last === undefined || last.reference === reference) return;
    if (reference === undefined) {
      scrollTo({ top: listTop.current, behavior: "instant" });
      rows.current
        ?.querySelector<HTMLElement>(`a[data-reference="${last.reference}"]`)
        ?.focus({ preventScroll: true });
    } else {
      if (last.reference === undefined) listTop.current = scrollY;
      scrollTo({ top: 0, behavior: "instant" });
    }
  }, [reference, rows]);

  if (!isFirst && before.current?.reference !== reference) wasOpen.current = true;
  return wasOpen.current;
}
