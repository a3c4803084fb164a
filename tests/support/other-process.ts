import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { DatabaseOptions } from "../../src/server/db/client.ts";

const script = path.join(import.meta.dirname, "write-rows.ts");

/**
 * Opens the database in a process of its own and writes that many rows, all at once.
 * Gives the secret "links" as that process saw it.
 */
export async function writeInProcess(options: DatabaseOptions, rows: number): Promise<string> {
  const args = [script, JSON.stringify(options), String(rows)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}
