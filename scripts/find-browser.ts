import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const home = process.env.HOME ?? process.env.LOCALAPPDATA ?? "";
const windowsRoots = [
  process.env.PROGRAMFILES,
  process.env["PROGRAMFILES(X86)"],
  process.env.LOCALAPPDATA,
];

/** Where systems keep a Chromium, the most usual places first. */
const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  path.join(home, "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
  ...windowsRoots.flatMap((root) =>
    root
      ? [
          path.join(root, "Google/Chrome/Application/chrome.exe"),
          path.join(root, "Microsoft/Edge/Application/msedge.exe"),
        ]
      : [],
  ),
];

/**
 * The browser on this computer: `CHROME_PATH`, else one of the usual places, else one
 * that playwright-core has downloaded before.
 * @throws Error when CHROME_PATH names a file that does not exist
 */
export function findBrowser(): string | undefined {
  const wanted = process.env.CHROME_PATH;
  if (wanted && !existsSync(wanted)) throw new Error(`CHROME_PATH: there is no file ${wanted}.`);
  return [wanted, ...usualPlaces, chromium.executablePath()].find(
    (place) => place && existsSync(place),
  );
}

/** Like `findBrowser`; fetches one when there is none: from Playwright, else as root from apt. */
export function getBrowser(): string | undefined {
  const found = findBrowser();
  if (found) return found;
  console.log("No browser was found. Downloading one...");
  const cli = path.resolve("node_modules/playwright-core/cli.js");
  if (attempt(process.execPath, [cli, "install", "chromium"])) return findBrowser();
  if (process.platform === "linux" && process.getuid?.() === 0) {
    console.log("The download failed. Installing Chromium with apt...");
    attempt("apt-get", ["update", "-qq"]);
    attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
  return findBrowser();
}

function attempt(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "inherit" });
    return true;
  } catch {
    return false;
  }
}
