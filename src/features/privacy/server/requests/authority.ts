import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { withExtension } from "../../../messages/server/reply-files/add-file.ts";
import { checkResume } from "../../../recruiting/server/resumes/resume-check.ts";
import { cleanName } from "../../../recruiting/server/resumes/resume-store.ts";
import { privacyLimits } from "../../contract/cases.ts";
import { authorityFiles } from "./authority-files.ts";
import { addLog, lockPrivacyRequest, savePrivacyRequest } from "./privacy-case.ts";

const tooMany = `You can add at most ${privacyLimits.files} files. Call us to show us more.`;
const isOver = "This request is closed, so it takes no more files.";

/**
 * Adds a file with which an agent shows that they may ask, checked like a résumé: its content says
 * what it is, what may run is refused, and pictures are encoded again.
 * @throws ApiError "invalid" beyond the limits, those of `checkResume`, "storage-full"
 */
export async function addAuthorityFile(
  caseId: string,
  sent: { readonly name: string; readonly bytes: Buffer },
  context: AppContext,
): Promise<void> {
  await context.disk.requireSpace();
  const { bytes, extension, type: mimeType } = await checkResume(sent.bytes);
  const id = orderedId();
  const now = context.now();
  await storeFile(fileStoreOf(context), {
    file: `Privacy/${id}/file.${extension}`,
    bytes,
    rows: authorityFiles,
    now,
    async saveRow(trx) {
      const request = await lockPrivacyRequest(trx, "id", caseId);
      if (request.scope !== "open") throw rejected(isOver);
      const others = await listAuthorityFiles(trx, caseId);
      if (others.length >= privacyLimits.files) throw rejected(tooMany);
      await trx
        .insertInto("privacy_files")
        .values({
          id,
          case_id: caseId,
          file: `Privacy/${id}/file.${extension}`,
          name: withExtension(cleanName(sent.name, "proof"), extension),
          mime_type: mimeType,
          size: bytes.length,
          at: now,
        })
        .execute();
      await savePrivacyRequest(trx, request, {}, now);
      await addLog(trx, request, { kind: "privacy.authority-added" }, now);
      return null;
    },
  });
}

const rejected = (message: string) =>
  new ApiError("invalid", { message, fields: { file: message } });

/** Names of an agent's files, the oldest first. */
export async function listAuthorityFiles(
  db: Kysely<Database>,
  caseId: string,
): Promise<readonly string[]> {
  return (await readAuthorityFiles(db, caseId)).map(({ name }) => name);
}

export function readAuthorityFiles(db: Kysely<Database>, caseId: string) {
  return db
    .selectFrom("privacy_files")
    .select(["id", "name", "size"])
    .where("case_id", "=", caseId)
    .orderBy("id")
    .execute();
}
