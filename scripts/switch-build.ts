import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Folder of all builds in the project's. */
const buildsFolder = ".builds";

/** Newest builds that stay, in use or not; each takes some 10 MB. */
const maxKept = 4;

/**
 * Makes the folder for a new build.
 * @param now time in milliseconds; by name, later builds come last
 * @returns its path
 */
export function makeBuildFolder(root: string, now = Date.now()): string {
  const time = new Date(now).toISOString().replaceAll(":", "-");
  const folder = path.join(root, buildsFolder, `${time}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Makes `dist` lead to a finished build, at once where the system can. A server that runs
 * holds on to the folder it began with, so older builds stay for a while.
 */
export function switchBuild(root: string, folder: string): void {
  const link = path.join(root, "dist");
  const next = `${link}.${process.pid}`;
  symlinkSync(path.relative(root, folder), next, "junction");
  // What stands there may be a folder; Windows does not rename over a link either.
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
