import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ServerProcess, startProgram } from "./child.ts";

const root = path.resolve(import.meta.dirname, "..");

export function bare(name: string): string {
  return path.join(import.meta.dirname, "bare", `${name}.ts`);
}

/** Runs `work` with a temporary folder. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts our server as in production, with separate data, without rate limits and request logs. */
export function startOurs(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  moreFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const { flags, file } = readStartScript();
  const settings = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn", RATE_LIMITS: "off", ...env };
  return startProgram(file, settings, [], [...flags, ...moreFlags]);
}

/** Arguments of `npm start`: Node's flags, then the program. */
function readStartScript(): { flags: string[]; file: string } {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  const [command, ...flags] = scripts.start.split(" ");
  const file = flags.pop();
  if (command !== "node" || !file)
    throw new Error("package.json: scripts.start must be node with a file.");
  return { flags, file: path.join(root, file) };
}
