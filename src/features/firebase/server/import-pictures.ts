import { hash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { facts } from "../../../platform/contract/facts.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { FileStore } from "../../../platform/server/files/file-store.ts";
import { profilePicturePath, providerPicturePath } from "../../customers/contract/profile.ts";
import { processPicture } from "../../customers/server/profile/process.ts";
import { savePicture } from "../../customers/server/profile/store.ts";
import type { ReportLine, Run } from "./import-records.ts";
import { findOwners } from "./kinds/people.ts";

const pictureName = "Pictures";

/** Two are processed at a time; two more are read and stored meanwhile. */
const atOnce = 4;

/** Imports the pictures of people and providers, each checked and encoded as an upload is. */
export async function importPictures(folder: string, store: FileStore, run: Run): Promise<void> {
  const files = listFiles(folder);
  const work = async () => {
    for await (const file of files) {
      run.report(pictureName, await importFile(folder, file, store, run));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Every file, by its path in the folder. Links are not followed. */
async function* listFiles(folder: string, below = ""): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const own = path.posix.join(below, entry.name);
    if (entry.isDirectory()) yield* listFiles(folder, own);
    else if (entry.isFile()) yield own;
  }
}

async function importFile(
  folder: string,
  file: string,
  store: FileStore,
  run: Run,
): Promise<ReportLine> {
  const [, kind = "", uid = ""] =
    /^(Users|ProProviders)\/([\w-]{1,128})\/ProfilePicture\/profilePic$/.exec(file) ?? [];
  const line = (action: ReportLine["action"], why = "") => ({ path: file, action, why });
  if (uid === "") return line("unknown", "It is no profile picture.");
  try {
    const { size } = await stat(path.join(folder, file));
    if (size > facts.picture.maxBytes) throw new ApiError("picture-too-large");
    const bytes = await readFile(path.join(folder, file));
    return kind === "Users"
      ? await importPicture({ file, uid, bytes }, store, run, line)
      : await importPicture({ file, uid: null, provider: uid, bytes }, store, run, line);
  } catch (error) {
    if (error instanceof ApiError && error.body.code.startsWith("picture-")) {
      return line("skipped", error.message);
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EIO" || code === "ENOENT") {
      return line("unreadable", `It cannot be read: ${code}.`);
    }
    throw error;
  }
}

interface Picture {
  readonly file: string;
  readonly uid: string | null;
  readonly provider?: string;
  readonly bytes: Buffer;
}

async function importPicture(
  { file, uid, provider = "", bytes }: Picture,
  store: FileStore,
  { database, ledger, now, dryRun, planned }: Run,
  line: (action: ReportLine["action"], why?: string) => ReportLine,
): Promise<ReportLine> {
  const source = hash("sha256", bytes, "base64url");
  const found = await database.write(async (trx) => {
    const owner = uid === null ? null : (await findOwners(trx, [uid])).get(uid);
    const stored = await trx
      .selectFrom("pictures")
      .select("hash")
      .where("path", "=", uid === null ? providerPicturePath(provider) : profilePicturePath(uid))
      .executeTakeFirst();
    return { owner, stored, known: (await ledger.read(trx, [file])).get(file) };
  });
  const { owner, stored, known } = found;
  if (owner === undefined && !(uid !== null && planned.has(uid))) {
    return line("skipped", "Its customer has no account here.");
  }
  if (owner !== uid && owner !== undefined) {
    return line("skipped", "Its account was merged into another one here.");
  }
  if (known && !stored) return line("skipped", "It was deleted here.");
  if (known && ledger.hash(source) === known.source) return line("unchanged");
  if (stored && !known) return line("kept", "There is another picture here.");
  if (stored && ledger.hash(JSON.stringify([stored.hash])) !== known?.record) {
    return line("kept", "It was changed here since the last import.");
  }
  const square = await processPicture(bytes);
  const done = line(stored ? "updated" : "added");
  if (dryRun) return done;
  const picturePath = uid === null ? providerPicturePath(provider) : profilePicturePath(uid);
  await savePicture(store, {
    path: picturePath,
    uid,
    bytes: square,
    now,
    check: (trx) =>
      ledger.write(
        trx,
        [{ path: file, source, contents: [hash("sha256", square, "base64url")] }],
        now,
      ),
  });
  return done;
}
