import type { MouseEvent } from "react";

/** Ignores the second click of a double click on a submit button that the new view has replaced. */
export function ignoreSecondPress(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
