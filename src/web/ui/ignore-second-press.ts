import type { MouseEvent } from "react";

/** The second half of a double press on the form's button must not press what now stands there. */
export function ignoreSecondPress(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
