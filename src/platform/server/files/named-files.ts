import path from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

const batchSize = 500;

/** Folders of the file store whose files have rows; the server ignores other folders. */
export const storeFolders = ["Users", "ProProviders", "Applications", "Emails"] as const;

/** Path in the file store of an email's original, compressed. */
export function emailFile(ownerId: string, emailId: string): string {
  return `Emails/${ownerId}/${emailId}.eml.gz`;
}

/** Whether a text can be the uid of a person or provider; a uid cannot escape its folder. */
export function isUid(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}

/** Folder in the file store of all files that are deleted with an account. */
export function accountFolder(uid: string): string {
  return `Users/${uid}`;
}

/** Path in the file store of a file in `DATA_DIR`; undefined for files outside the store. */
export function storedName(file: string): string | undefined {
  const [root, folder, ...rest] = file.split("/");
  const isStored = root === "files" && storeFolders.some((name) => name === folder);
  return isStored ? [folder, ...rest].join("/") : undefined;
}

/** Which of these stored files have a row: a picture's, an application's or an email's. */
export async function findNamedFiles(
  db: Kysely<Database>,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const folders = [...new Set(files.map((file) => path.posix.dirname(file)))];
  const pictures = await db
    .selectFrom("pictures")
    .select(["path", "file"])
    .where("path", "in", folders)
    .execute();
  const resumes = await db
    .selectFrom("applications")
    .select("resume_file")
    .where("resume_file", "in", files)
    .execute();
  const emails = await db
    .selectFrom("conversation_inbound_emails")
    .select("raw_file")
    .where("raw_file", "in", files)
    .execute();
  return new Set([
    ...emails.flatMap((row) => row.raw_file ?? []),
    ...pictures.map((row) => `${row.path}/${row.file}`),
    ...resumes.flatMap((row) => row.resume_file ?? []),
  ]);
}

/** Every stored file that has a row: pictures, résumés, then emails. */
export async function* listNamedFiles(db: Kysely<Database>): AsyncGenerator<string, void> {
  for (let last = ""; ; ) {
    const pictures = await db
      .selectFrom("pictures")
      .select(["path", "file"])
      .where("path", ">", last)
      .orderBy("path")
      .limit(batchSize)
      .execute();
    yield* pictures.map((row) => `${row.path}/${row.file}`);
    if (pictures.length < batchSize) break;
    last = pictures.at(-1)?.path ?? "";
  }
  for (let last = ""; ; ) {
    const applications = await db
      .selectFrom("applications")
      .select(["id", "resume_file"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    yield* applications.flatMap((row) => row.resume_file ?? []);
    if (applications.length < batchSize) break;
    last = applications.at(-1)?.id ?? "";
  }
  for (let last = ""; ; ) {
    const emails = await db
      .selectFrom("conversation_inbound_emails")
      .select(["id", "raw_file"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    yield* emails.flatMap((row) => row.raw_file ?? []);
    if (emails.length < batchSize) break;
    last = emails.at(-1)?.id ?? "";
  }
}
