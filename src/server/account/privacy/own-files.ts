import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { profilePicturePath } from "../../../contract/endpoints/profile.ts";
import type { AppContext } from "../../context/app-context.ts";
import { fileStoreOf, storedPath } from "../../platform/files/file-store.ts";
import { errorCodeOf } from "../../platform/http/errors/outages.ts";
import { findPictureFile } from "../pictures/store.ts";
import { type DataOwner, findOwner } from "./data-owner.ts";

const maxResumes = 5;
const pieceBytes = 64 * 1024;

/** A file of the person's own, with its name in the archive. */
interface OwnFile {
  readonly name: string;
  /** What the person calls it. */
  readonly about: string;
  /** Its path in the file store. */
  readonly file: string;
}

/** An opened file; without a handle if it cannot be read. */
export interface OpenedFile extends OwnFile {
  readonly handle?: FileHandle;
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
    .limit(maxResumes)
    .execute();
  return rows
    .flatMap(({ resume_file: file, resume_name: name }) => (file === null ? [] : { file, name }))
    .map(({ file, name }, index) => ({
      name: `my-resume-${index + 1}${path.extname(file)}`,
      about: name ?? "your résumé",
      file,
    }));
}

/**
 * Opens a file before sending starts, so that the archive can list missing ones. A broken disk must
 * not keep the rest of the data from the person; the operator finds it in the log.
 */
export async function openOwnFile(
  own: OwnFile,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<OpenedFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(storedPath(fileStoreOf(context), own.file));
    // open() accepts folders too; reading a byte fails for them.
    await handle.read(Buffer.alloc(1), 0, 1, 0);
    return { ...own, handle };
  } catch (error) {
    await handle?.close();
    // Logged without its path, which contains the person's uid.
    log.error({ code: errorCodeOf(error) }, "file missing in a data download");
    return own;
  }
}

/**
 * Reads an opened file to its end.
 * @throws Error if it is shorter than its size: the archive must not look complete
 */
export async function* readPieces(handle: FileHandle): AsyncGenerator<Uint8Array, void> {
  const { size } = await handle.stat();
  for (let position = 0; position < size; ) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.alloc(pieceBytes),
      0,
      pieceBytes,
      position,
    );
    if (bytesRead === 0) throw new Error("a file ended early");
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
