import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { runCommand } from "../../src/ops/run-command.ts";
import type { DatabaseOptions } from "../../src/server/platform/db/client.ts";

const main = path.join(import.meta.dirname, "../../src/ops/main.ts");

/** Result of an operator's command. */
export interface OpsRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface OpsOptions extends DatabaseOptions {
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** These may run in the test's process; two writers in one process would deadlock. */
const readOnlyCommands = new Set(["records", "find", "funnel"]);

/**
 * Runs `npm run -s ops -- <args>` on that database, without npm. Read-only commands run in this
 * process, because starting one takes longer than the command.
 */
export async function runOps(options: OpsOptions, ...args: string[]): Promise<OpsRun> {
  if (!readOnlyCommands.has(args[0] ?? "")) return runOpsWith("", options, ...args);
  let stdout = "";
  let stderr = "";
  const code = await runCommand(args, {
    env: environmentOf(options),
    readInput: async () => "",
    print: async (text) => {
      stdout += text;
    },
    warn: (line) => {
      stderr += `${line}\n`;
    },
  });
  return { code, stdout, stderr };
}

/** Runs a command in a separate process with text on standard input. */
export async function runOpsWith(
  input: string,
  options: OpsOptions,
  ...args: string[]
): Promise<OpsRun> {
  const child = spawn(process.execPath, [main, ...args], {
    env: environmentOf(options),
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that fails at once does not read its input.
  child.stdin.on("error", () => undefined).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}

function environmentOf({ dataDir, databaseUrl, env }: OpsOptions) {
  return { ...process.env, ...env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
}
