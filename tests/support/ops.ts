import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { DatabaseOptions } from "../../src/server/db/client.ts";

const main = path.join(import.meta.dirname, "../../src/ops/main.ts");

/** How a run of the operator's command line ended. */
export interface OpsRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface OpsOptions extends DatabaseOptions {
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `npm run -s ops -- <args>` on that database, without npm. */
export function runOps(options: OpsOptions, ...args: string[]): Promise<OpsRun> {
  return runOpsWith("", options, ...args);
}

/** The same with a text on standard input. */
export async function runOpsWith(
  input: string,
  options: OpsOptions,
  ...args: string[]
): Promise<OpsRun> {
  const { dataDir, databaseUrl, env: more } = options;
  const env = { ...process.env, ...more, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
  const child = spawn(process.execPath, [main, ...args], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that refuses at once reads nothing.
  child.stdin.on("error", () => undefined).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}
