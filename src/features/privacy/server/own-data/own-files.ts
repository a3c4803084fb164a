import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { StoredFile } from "../../../../platform/server/files/file-storage.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { errorCodeOf } from "../../../../platform/server/http/errors/outages.ts";
import { profilePicturePath } from "../../../customers/contract/profile.ts";
import { findPictureFile } from "../../../customers/server/pictures/store.ts";
import { readTakenOver } from "../../../recruiting/server/applicants/sources.ts";
import { type DataOwner, findOwner } from "./data-owner.ts";

const missing = "file missing in a data download";

/** A file of the person's own, with its name in the archive. */
export interface OwnFile {
  readonly name: string;
  /** How the person refers to it. */
  readonly about: string;
  readonly file: string;
}

/** The person's picture, and the résumés of their applications, latest first. */
export async function listOwnFiles(owner: DataOwner, context: AppContext): Promise<OwnFile[]> {
  const { uid, email } = await findOwner(owner, context);
  const store = fileStoreOf(context);
  const picture = uid === null ? null : await findPictureFile(store, profilePicturePath(uid));
  return [
    ...(picture ? [{ name: "my-picture.webp", about: "your picture", file: picture }] : []),
    ...(email === null ? [] : await listResumes(email, context)),
  ];
}

async function listResumes(email: string, { database }: AppContext): Promise<OwnFile[]> {
  const rows = await database.db
    .selectFrom("applications")
    .select(["resume_file", "resume_name"])
    .where("email_key", "=", email)
    .where("resume_file", "is not", null)
    .orderBy("created_at", "desc")
    .execute();
  const taken = await readTakenOver(database.db, email);
  const resumes = [
    ...rows,
    ...taken.map(({ resumeFile }) => ({ resume_file: resumeFile, resume_name: null })),
  ];
  return resumes
    .flatMap(({ resume_file: file, resume_name: name }) => (file === null ? [] : { file, name }))
    .map(({ file, name }, index) => ({
      name: `my-resume-${index + 1}${path.extname(file)}`,
      about: name ?? "your résumé",
      file,
    }));
}

/**
 * Opens a file. A broken disk must not keep the person from the rest of their data; the operator
 * finds it in the log.
 * @returns undefined if it cannot be read
 */
export async function openOwnFile(
  own: OwnFile,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<StoredFile | undefined> {
  try {
    const storage = await fileStoreOf(context).openStorage();
    const stored = await storage.open(own.file);
    if (stored) return stored;
    log.error({ code: "ENOENT" }, missing);
  } catch (error) {
    // Logged without its path, which contains the person's uid.
    log.error({ code: errorCodeOf(error) }, missing);
  }
  return undefined;
}

/**
 * Reads an opened file to its end.
 * @throws Error if it is shorter than its size: the archive must not look complete
 */
export async function* readPieces(stored: StoredFile): AsyncGenerator<Uint8Array, void> {
  let left = stored.size;
  for await (const piece of stored.read() as AsyncIterable<Buffer>) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new Error("a file ended early");
}
