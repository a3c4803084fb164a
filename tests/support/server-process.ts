import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { onTestFinished } from "vitest";

/** The server in its own process. */
export interface ServerProcess {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly child: ChildProcess;
  /** Standard output so far, from the start. */
  readonly output: () => string;
}

/**
 * Starts the server on a free port and waits until it listens.
 * @param root another copy of the project, built
 * @param program `dist/server.js` is what `npm start` runs; it can be older than the source
 * @throws Error if it exits first
 */
export async function startServerProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  root = ".",
  program = "src/app/server/main.js",
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path.resolve(root, program)], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  const origin = await untilPrinted(child, /Listening on (\S+)/);
  return { origin, child, output: () => output };
}

/**
 * Waits until a process prints a match of the pattern.
 * @returns its first group
 * @throws Error if the process exits first
 */
export function untilPrinted(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += String(chunk);
      const found = pattern.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`The process exited with ${code}:\n${output}`)));
  });
}

/**
 * Runs a server that is expected to fail at startup.
 * @param root another copy of the project, built
 * @returns its exit code and output
 */
export async function runUntilExit(settings: Readonly<Record<string, string>>, root = ".") {
  const child = spawn(process.execPath, [path.resolve(root, "src/app/server/main.js")], {
    env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const write = (chunk: Buffer) => {
    output += String(chunk);
  };
  child.stdout.on("data", write);
  child.stderr.on("data", write);
  const [code] = await once(child, "close");
  return { code, output };
}

/** Stops a server process by signal. @returns its exit code; null if the signal killed it */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill(signal);
  const [code] = await exited;
  return code as number | null;
}
