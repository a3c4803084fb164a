import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const home = process.env.HOME ?? process.env.LOCALAPPDATA ?? "";
const windowsRoots = [
  process.env.PROGRAMFILES,
  process.env["PROGRAMFILES(X86)"],
  process.env.LOCALAPPDATA,
];

const debianChromium = "/usr/bin/chromium";

/** Usual locations of Chromium, the most common first. */
const usualPlaces = [
  debianChromium,
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

/** Chromium without a user interface, which needs a fifth less CPU time (Debian's package). */
const headlessShell = "/usr/bin/chromium-headless-shell";

/** Timeout for `--version`, in milliseconds; a first start is slow. */
const startLimitMs = 30_000;

/** Timeout of a download or an installation, in milliseconds. */
const fetchLimitMs = 600_000;
/** The same for the headless shell, which only saves time, in milliseconds. */
const shellLimitMs = 120_000;

/**
 * The browser on this computer: `CHROME_PATH`, else one in a usual location, else one that
 * playwright-core has already downloaded.
 * @throws Error when CHROME_PATH names a file that does not exist
 */
export function findBrowser(): string | undefined {
  return listBrowsers()[0];
}

/**
 * Chromium's headless shell, if it is installed and starts, and `CHROME_PATH` is not set. In CI,
 * where a further package does no harm, root installs it in addition to Debian's Chromium.
 */
export function getHeadlessShell(): string | undefined {
  if (process.env.CHROME_PATH) return undefined;
  const isInCi = Boolean(process.env.CI) && isRootOnLinux() && existsSync(debianChromium);
  if (isInCi && !existsSync(headlessShell)) {
    console.log("Installing Chromium's headless shell with apt...");
    // Both depend on one package in exactly their version.
    const version = installedVersion("chromium");
    if (version) install(`${path.basename(headlessShell)}=${version}`, shellLimitMs);
  }
  return existsSync(headlessShell) && starts(headlessShell) ? headlessShell : undefined;
}

/**
 * The first browser on this computer that starts. If there is none, downloads one from
 * Playwright (as root with the system packages that it needs), else as root from apt.
 */
export function getBrowser(): string | undefined {
  const found = findStarting();
  if (found) return found;
  console.log("No browser found. Downloading Chromium...");
  const playwright = path.resolve("node_modules/playwright-core/cli.js");
  const downloaded = attempt(process.execPath, [playwright, "install", "--no-shell", "chromium"]);
  if (!isRootOnLinux() || (downloaded && findStarting())) return findStarting();
  if (downloaded) {
    console.log("Chromium does not start. Installing its dependencies with apt...");
    attempt(process.execPath, [playwright, "install-deps", "chromium"]);
    if (findStarting()) return findStarting();
  }
  console.log("Installing Chromium with apt...");
  install("chromium");
  install(path.basename(headlessShell));
  return findStarting();
}

function isRootOnLinux(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0;
}

function install(name: string, limitMs = fetchLimitMs): void {
  const options = ["-y", "-qq", "--no-install-recommends", "--no-remove"];
  const isUpdated = attempt("apt-get", ["update", "-qq"], limitMs);
  if (isUpdated) attempt("apt-get", ["install", ...options, name], limitMs);
}

/** Version of a Debian package; undefined if it is not installed. */
function installedVersion(name: string): string | undefined {
  const { stdout } = spawnSync("dpkg-query", ["-W", name], { encoding: "utf8" });
  return stdout?.split("\t")[1]?.trim() || undefined;
}

function listBrowsers(): string[] {
  const wanted = process.env.CHROME_PATH;
  if (wanted && !existsSync(wanted))
    throw new Error(`CHROME_PATH: the file ${wanted} does not exist.`);
  const places = [wanted, ...usualPlaces, chromium.executablePath()];
  return places.flatMap((place) => (place && existsSync(place) ? [place] : []));
}

/** A download may lack system libraries; Ubuntu's chromium-browser may be a stub. */
function findStarting(): string | undefined {
  const browsers = listBrowsers();
  // On other systems --version may open a window.
  if (process.platform !== "linux") return browsers[0];
  return browsers.find(starts);
}

function starts(browser: string): boolean {
  return spawnSync(browser, ["--version"], { timeout: startLimitMs }).status === 0;
}

function attempt(command: string, args: string[], limitMs = fetchLimitMs): boolean {
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    timeout: limitMs,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}
