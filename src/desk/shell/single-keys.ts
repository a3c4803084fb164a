/** Speech control types letters by chance, so single keys can be switched off (WCAG 2.1.4). */
const name = "desk-single-keys";
const off = "off";

/** Whether single keys do something in this browser. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(name) !== off;
  } catch {
    return true;
  }
}

/** Keeps the choice in this browser. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name);
    else localStorage.setItem(name, off);
  } catch {
    // A blocked storage: the keys stay on.
  }
}
