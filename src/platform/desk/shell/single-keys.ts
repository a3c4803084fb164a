/** Speech input may trigger single keys by mistake, so they can be switched off (WCAG 2.1.4). */
const name = "desk-single-keys";
const off = "off";

export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(name) !== off;
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name);
    else localStorage.setItem(name, off);
  } catch {
    // Storage is blocked: the shortcuts stay on.
  }
}
