/** Moves the focus to the page's heading, after its text has changed. */
export function focusHeading(): void {
  const heading = document.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
