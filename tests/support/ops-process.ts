import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { runCommand } from "../../src/app/ops/run-command.ts";
import type { TestSettings } from "../../src/platform/server/config/config.ts";

/*
 * Runs the operator's commands one after the other, each as `src/app/ops/main.ts` does: starting a
 * process takes ten times longer than most commands. `ops.ts` sends the commands.
 */

/** A command, sent by the test. */
export interface OpsRequest {
  readonly args: readonly string[];
  /** Standard input, in base64. */
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly testSettings?: TestSettings | undefined;
}

/** Result of an operator's command. */
export interface OpsRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const pollMs = 2;

process.umask(0o077);

const output = { stdout: "", stderr: "" };
for (const name of ["stdout", "stderr"] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    output[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
}

process.on("message", (request: OpsRequest) => {
  void run(request).then((done) => process.send?.(done));
});
process.on("disconnect", () => process.exit());

async function run({ args, input, env, testSettings }: OpsRequest): Promise<OpsRun> {
  const before = countResources();
  // Node reads it here, not from the settings.
  if (env.TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = env.TMPDIR;
  const code = await runCommand(args, {
    env,
    testSettings,
    readBytes: async () => Buffer.from(input, "base64"),
    openInput: () => Readable.from([Buffer.from(input, "base64")]),
    // Its output is text here: `runOpsMain` has bytes.
    openOutput: () => process.stdout,
    print: async (text) => void process.stdout.write(text),
    warn: (line) => console.error(line),
  });
  // Like a process, which exits once no open resource keeps it running.
  while (countResources() > before) await wait(pollMs);
  const { stdout, stderr } = output;
  output.stdout = "";
  output.stderr = "";
  return { code, stdout, stderr };
}

function countResources(): number {
  return process.getActiveResourcesInfo().length;
}
