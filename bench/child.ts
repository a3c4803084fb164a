import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server in its own process that accepts requests. */
export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** From process start to the end of its first response to GET /, in milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const startLimitMs = 30_000;
const running = new Set<ChildProcess>();

// No child process may outlive the bench.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a server program that listens on a free port and then prints
 * "Listening on <origin>".
 * @throws Error if it exits or does not print that
 */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const origin = await readOrigin(child, file);
  const response = await fetch(origin);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${file} responded with ${response.status}.`);
  return {
    origin,
    pid: child.pid ?? 0,
    child,
    startMs: performance.now() - started,
    stop: async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function readOrigin(child: ChildProcess, file: string): Promise<string> {
  const timer = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
  try {
    if (child.stdout) {
      for await (const line of createInterface({ input: child.stdout })) {
        const origin = /^Listening on (http:\S+)$/.exec(line)?.[1];
        if (origin) return origin;
      }
    }
  } finally {
    clearTimeout(timer);
    child.stdout?.resume();
  }
  throw new Error(`${file} did not start.`);
}
