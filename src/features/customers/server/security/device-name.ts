import { unknownBrowser } from "../../contract/settings.ts";

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "a Mac"],
  [/\bCrOS\b/, "a Chromebook"],
  [/\bLinux\b/, "Linux"],
];

/** Display name of a browser and its device, such as "Chrome on Android", from the User-Agent. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, browsers) ?? "A browser";
  const system = nameIn(userAgent, systems);
  if (!system) return browser === "A browser" ? unknownBrowser : browser;
  return `${browser} on ${system}`;
}

function nameIn(
  userAgent: string,
  names: readonly (readonly [RegExp, string])[],
): string | undefined {
  return names.find(([mark]) => mark.test(userAgent))?.[1];
}
