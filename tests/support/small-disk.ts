import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const run = promisify(execFile);

/** Mounts a small file system. @returns undefined without root or mount */
export async function mountSmallDisk(megabytes: number): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-small-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  onTestFinished(async () => {
    await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Fills the disk. @returns a folder to remove, which frees the space again */
export async function fillDisk(folder: string): Promise<string> {
  const ballast = path.join(folder, "ballast");
  await mkdir(ballast, { recursive: true });
  const { bsize, bavail } = await statfs(folder);
  await writeFile(path.join(ballast, "most"), Buffer.alloc(bsize * bavail)).catch(() => undefined);
  await writeFile(path.join(ballast, "rest"), Buffer.alloc(bsize * 4)).catch(() => undefined);
  return ballast;
}
