import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommand } from "../../src/app/ops/run-command.ts";
import type { TestSettings } from "../../src/platform/server/config/config.ts";
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";
import type { OpsRequest, OpsRun } from "./ops-process.ts";

const main = path.join(import.meta.dirname, "../../src/app/ops/main.ts");
const shared = path.join(import.meta.dirname, "ops-process.ts");

interface OpsOptions extends DatabaseOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly testSettings?: TestSettings;
  /** The user of the command's process; root can choose. */
  readonly uid?: number;
}

/** Safe to run in the test's process, where a second writer would deadlock. */
const readOnlyCommands = new Set(["records", "find", "funnel", "same-addresses"]);

/** Idle processes by their user, shared by the test files of a worker. */
const idle = new Map<number | undefined, ChildProcess[]>();

/**
 * Runs `npm run -s ops -- <args>` on a database, without npm. Read-only commands run in this
 * process, others in a reused one, because starting a process takes longer than the command.
 */
export async function runOps(options: OpsOptions, ...args: string[]): Promise<OpsRun> {
  if (!readOnlyCommands.has(args[0] ?? "")) return runOpsWith("", options, ...args);
  let stdout = "";
  let stderr = "";
  const code = await runCommand(args, {
    env: environmentOf(options),
    readBytes: async () => new Uint8Array(),
    openInput: () => Readable.from([]),
    openOutput: () => new Writable(),
    print: async (text) => {
      stdout += text;
    },
    warn: (line) => {
      stderr += `${line}\n`;
    },
  });
  return { code, stdout, stderr };
}

/** Runs a command in another process, with this on standard input. */
export async function runOpsWith(
  input: string | Uint8Array,
  options: OpsOptions,
  ...args: string[]
): Promise<OpsRun> {
  const { uid } = options;
  const others = idle.get(uid) ?? [];
  idle.set(uid, others);
  const child = others.pop() ?? startShared(uid);
  const request: OpsRequest = {
    args,
    input: Buffer.from(input).toString("base64"),
    env: environmentOf(options),
    testSettings: options.testSettings,
  };
  const run = await new Promise<OpsRun>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The command's process died: ${code}`));
    child.once("exit", fail);
    child.once("message", (message) => {
      child.off("exit", fail);
      resolve(message as OpsRun);
    });
    child.send(request);
  });
  others.push(child);
  return run;
}

/** Starts a process that runs one command at a time until this process exits. */
function startShared(uid: number | undefined): ChildProcess {
  const child = fork(shared, { execArgv: [], ...(uid !== undefined && { uid, gid: uid }) });
  child.unref();
  child.channel?.unref();
  return child;
}

/** Runs a command as the operator does: in a new process, with text on standard input. */
export async function runOpsMain(
  input: string | Uint8Array,
  options: OpsOptions,
  ...args: string[]
): Promise<OpsRun> {
  const child = spawn(process.execPath, [main, ...args], {
    env: environmentOf(options),
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that fails at once closes its input unread.
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
