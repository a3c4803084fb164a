import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Child processes that run a program, oldest first. */
export async function listChildren(
  parent: number | undefined,
  program: string,
): Promise<{ readonly pid: number }[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, above, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(above) === parent && args.includes(program) ? [{ pid: Number(pid) }] : [];
  });
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
