import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Worker processes of a primary, oldest first. */
export function listWorkers(primary: number | undefined) {
  return listChildren(primary, "/worker.js");
}

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

/** Whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The metrics of all workers. */
export async function readWorkerMetrics(origin: string): Promise<string> {
  const response = await fetch(`${origin}/metrics`);
  return response.text();
}

/** Numbers of the workers that serve requests. */
export async function servingWorkers(origin: string): Promise<number[]> {
  const text = await readWorkerMetrics(origin);
  const found = text.matchAll(/^process_resident_memory_bytes\{worker="(\d+)"\}/gm);
  return [...found].map(([, number]) => Number(number));
}
