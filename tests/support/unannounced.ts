import type { Locator } from "playwright-core";

/**
 * Errors of fields that a screen reader does not announce: neither in a live region, nor as the description
 * of the control that has the focus.
 */
export function findUnannounced(scope: Locator): Promise<string[]> {
  return scope.evaluate((root) => {
    const textOf = (element: Element | null) =>
      (element?.textContent ?? "").replace("Error: ", "").trim();
    const live = [
      ...document.querySelectorAll("[role=alert], [role=status], [role=alertdialog], [aria-live]"),
    ]
      .filter((region) => region.checkVisibility())
      .map(textOf)
      .join(" ");
    return [...root.querySelectorAll("[aria-invalid=true]")]
      .filter((control) => control !== document.activeElement)
      .flatMap((control) => {
        const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
        const errors = ids.filter((id) => id.endsWith("-error"));
        if (errors.length === 0) return [`${control.id} has no error text`];
        return errors.map((id) => textOf(document.getElementById(id)));
      })
      .filter((error) => !live.includes(error));
  });
}
