import { randomUUIDv7 } from "node:crypto";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import {
  countRemovals,
  expediteRemovals,
  removeFiles,
  scheduleRemoval,
} from "../../../../platform/server/files/removals.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import {
  lockApplication,
  requireHolder,
  type StoredResume,
  updateApplication,
} from "../applications/applications.ts";
import { type Applicant, openDraft } from "../applications/drafts.ts";
import { findClaimed } from "../applications/visitors.ts";
import { resumeFiles } from "./files.ts";
import { checkResume } from "./resume-check.ts";
import { requireResumeQuota } from "./resume-quota.ts";

const folder = "Applications";
/** As long as file systems allow. */
const maxNameLength = 255;
/** Maximum replaced files of a draft that wait for removal; more would fill the disk. */
const maxReplaced = 3;

/**
 * Folder of an application's own résumés in the file store. Only the desk serves them, to staff with
 * the permission, and as downloads.
 */
export function resumeFolder(id: string): string {
  return `${folder}/${id}`;
}

/** Control characters, and marks that turn the order of letters: "cv\u202Efdp.exe" reads "cvexe.pdf". */
const misleading =
  /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** The name by which people recognize their file, without folders and misleading characters. */
export function cleanName(name: string, fallback = "resume"): string {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? "";
  const clean = base.normalize("NFC").replace(misleading, "").trim();
  if (clean.length <= maxNameLength) return clean || fallback;
  // Its beginning says most, its end says what kind of file it is.
  return `${clean.slice(0, maxNameLength - 41)}…${clean.slice(-40)}`.toWellFormed();
}

/**
 * Validates a résumé by its content and stores it with the draft in place of an earlier one.
 * @throws ApiError "resume-too-large", "resume-unreadable", "storage-full", "too-many",
 * "application-sent", "draft-moved", "no-draft"
 */
export async function saveResume(
  applicant: Applicant,
  name: string,
  bytes: Buffer,
  context: AppContext,
): Promise<StoredResume> {
  await context.disk.requireSpace();
  const checked = await checkResume(bytes);
  const { database, now } = context;
  const { id } = await database.write((trx) => openDraft(trx, applicant, false, context));
  const resume: StoredResume = {
    file: `${resumeFolder(id)}/${randomUUIDv7()}.${checked.extension}`,
    name: cleanName(name),
    type: checked.type,
    bytes: checked.bytes.length,
  };
  await storeFile(fileStoreOf(context), {
    file: resume.file,
    bytes: checked.bytes,
    rows: resumeFiles,
    now: now(),
    async saveRow(trx) {
      const draft = await lockApplication(trx, id);
      // In the meantime another tab may have started over, or another browser taken over the draft.
      const isHeld = (await findClaimed(trx, applicant.visitor, applicant.track)) === id;
      if (draft?.status !== "draft" || !isHeld) throw new ApiError("no-draft");
      requireHolder(draft, applicant.visitor);
      const { addressHash } = applicant;
      await requireResumeQuota(trx, { id, bytes: resume.bytes, addressHash }, context);
      const replaced = await countRemovals(trx, resumeFolder(id));
      if (replaced >= maxReplaced) await expediteRemovals(trx, [resumeFolder(id)], now());
      await updateApplication(trx, id, {
        resume_file: resume.file,
        resume_name: resume.name,
        resume_type: resume.type,
        resume_bytes: resume.bytes,
        updated_at: now(),
      });
      return draft.resume?.file;
    },
  });
  return resume;
}

/** Removes the résumé from the browser's draft. A second time changes nothing. */
export async function removeResume(applicant: Applicant, context: AppContext): Promise<void> {
  const { track, visitor } = applicant;
  const gone = await context.database.write(async (trx) => {
    const draft = await lockApplication(trx, visitor.applications[track]);
    if (draft?.status !== "draft" || !draft.resume) return [];
    requireHolder(draft, visitor);
    await updateApplication(trx, draft.id, {
      resume_file: null,
      resume_name: null,
      resume_type: null,
      resume_bytes: null,
      updated_at: context.now(),
    });
    await scheduleRemoval(trx, [draft.resume.file], context.now());
    const replaced = await expediteRemovals(trx, [resumeFolder(draft.id)], context.now());
    return [draft.resume.file, ...replaced];
  });
  await removeFiles(fileStoreOf(context), gone);
}
