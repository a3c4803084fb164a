import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Folder of all builds, below the project's root. */
const buildsFolder = ".builds";

/** Number of newest builds to keep, in use or not; each takes about 10 MB. */
const maxKept = 4;

/**
 * Creates the folder for a new build.
 * @param now time in milliseconds; later builds sort last by name
 * @returns its path
 */
export function makeBuildFolder(root: string, now = Date.now()): string {
  const time = new Date(now).toISOString().replaceAll(":", "-");
  const folder = path.join(root, buildsFolder, `${time}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Points `dist` to a finished build, atomically where the system supports it. A running server
 * keeps using the folder it started with, so a few older builds are kept.
 */
export function switchBuild(root: string, folder: string): void {
  const link = path.join(root, "dist");
  const next = `${link}.${process.pid}`;
  symlinkSync(path.relative(root, folder), next, "junction");
  // `dist` may be a folder, and Windows cannot rename over a link.
  if (process.platform === "win32" || !isLink(link)) rmSync(link, { recursive: true, force: true });
  renameSync(next, link);
  const builds = path.join(root, buildsFolder);
  for (const old of readdirSync(builds).sort().slice(0, -maxKept)) {
    rmSync(path.join(builds, old), { recursive: true, force: true });
  }
}

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? true;
}
