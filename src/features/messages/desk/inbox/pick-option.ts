/**
 * Opens the list of a select.
 * @param onPicked called once something is chosen, to move the focus on
 */
export function pickOption(id: string, onPicked: () => void): void {
  const select = document.getElementById(id);
  if (!(select instanceof HTMLSelectElement)) return;
  select.focus();
  const ended = new AbortController();
  const { signal } = ended;
  select.addEventListener(
    "change",
    () => {
      ended.abort();
      onPicked();
    },
    { signal },
  );
  select.addEventListener("blur", () => ended.abort(), { signal });
  try {
    select.showPicker();
  } catch {
    // The browser has no picker, or opens it only on its own keys: the select has the focus.
  }
}
