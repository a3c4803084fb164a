import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";

const script = fileURLToPath(new URL("./write-rows.ts", import.meta.url));

/**
 * Opens the database in a separate process and writes `rows` rows concurrently.
 * @returns the secret "links" as that process read it
 */
export async function writeInProcess(options: DatabaseOptions, rows: number): Promise<string> {
  const args = [script, JSON.stringify(options), String(rows)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}
