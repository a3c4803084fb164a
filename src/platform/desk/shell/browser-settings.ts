/**
 * What people set for this browser. Speech input may trigger single keys by mistake, so they can be
 * switched off (WCAG 2.1.4).
 */
const settings = {
  "desk-single-keys": true,
  "desk-opens-next": false,
} as const;

type BrowserSetting = keyof typeof settings;

export function isSet(name: BrowserSetting): boolean {
  try {
    const value = localStorage.getItem(name);
    return value === null ? settings[name] : value === "on";
  } catch {
    return settings[name];
  }
}

export function setOn(name: BrowserSetting, isOn: boolean): void {
  try {
    localStorage.setItem(name, isOn ? "on" : "off");
  } catch {
    // Storage is blocked: it stays as it was.
  }
}
