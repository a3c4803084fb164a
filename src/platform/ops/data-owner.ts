import { accessSync, constants, existsSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { brand } from "../../brand.ts";
import { sqliteFile } from "../server/db/client.ts";
import { OperatorError } from "./operator-error.ts";

const root = 0;
/** The program that the operator typed: Node and this command line. */
const program = [process.execPath, path.join(import.meta.dirname, "../../app/ops/main.ts")];

/**
 * Checks, before anything is written, that this user may work on a server's data.
 * @param dataDir the folder; it may be missing
 * @param args what the operator typed, repeated in the error as the user that owns the folder
 * @throws OperatorError for root on another user's folder, because the server could not use the
 * files that root would leave there, and for a folder or database that cannot be written
 */
export function requireOwnData(dataDir: string, args: readonly string[]): void {
  // Windows has no user IDs.
  const uid = process.getuid?.();
  const found = statNearest(dataDir);
  if (uid === undefined || !found) return;
  const { folder, stats } = found;
  if (uid === root && stats.uid !== root) {
    throw new OperatorError(
      `${folder} belongs to the user ${userName(stats.uid)}, and the server could not use files of root there. ${howToSwitch(stats, dataDir, args)}`,
    );
  }
  if (folder !== path.resolve(dataDir)) return;
  for (const place of [folder, path.join(folder, sqliteFile)]) {
    if (isWritable(place)) continue;
    const { uid: owner } = statSync(place);
    const whose = `${place} is not writable for the user ${userName(uid)}`;
    if (owner === stats.uid) {
      throw new OperatorError(
        `${whose}; it belongs to ${userName(owner)}. ${howToSwitch(stats, dataDir, args)}`,
      );
    }
    throw new OperatorError(
      `${whose}; it belongs to ${userName(owner)}. As root, type: chown -R ${userName(stats.uid)} ${quote(folder)}`,
    );
  }
}

/** The folder, or the nearest one above it that exists: a new folder gets the user of the command. */
function statNearest(dataDir: string): { readonly folder: string; readonly stats: Stats } | null {
  for (let folder = path.resolve(dataDir); ; folder = path.dirname(folder)) {
    try {
      return { folder, stats: statSync(folder) };
    } catch {
      if (folder === path.dirname(folder)) return null;
    }
  }
}

function isWritable(place: string): boolean {
  if (!existsSync(place)) return true;
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function howToSwitch({ uid, gid }: Stats, dataDir: string, args: readonly string[]): string {
  const name = findName(uid);
  // runuser needs a name; a container's user often has none on the host.
  const as =
    name === undefined
      ? `setpriv --reuid=${uid} --regid=${gid} --clear-groups`
      : `runuser -u ${name} --`;
  const line = args.map(quote).join(" ");
  const setting = `DATA_DIR=${quote(path.resolve(dataDir))}`;
  return `Type: ${brand.slug}-ops ${setting} ${line} (docs/deploy.md, "Operator commands"), or without it, as root: ${as} env ${setting} ${[...program].map(quote).join(" ")} ${line}`;
}

/** The name of a user, or the number without one. */
function userName(uid: number): string {
  return findName(uid) ?? String(uid);
}

function findName(uid: number): string | undefined {
  const lines = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  return lines.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0];
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
