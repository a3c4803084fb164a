import { randomUUIDv7 } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { countTry } from "../accounts/throttles.ts";
import type { AppContext } from "../context.ts";
import { writeWhole } from "../files/write-whole.ts";
import { ApiError } from "../http/api-error.ts";
import { lockApplication, type StoredResume, updateApplication } from "./applications.ts";
import { type Applicant, openDraft } from "./drafts.ts";
import { checkResume } from "./resume-check.ts";

const folder = "Applications";
const longestName = 120;

/** Where a stored résumé lies. Nothing serves it: only operators, on the computer itself, read it. */
export function resumePath(dataDir: string, { file }: Pick<StoredResume, "file">): string {
  return path.join(dataDir, "files", file);
}

/** Removes every file of an application. */
export async function removeResumes(dataDir: string, id: string): Promise<void> {
  await rm(path.join(dataDir, "files", folder, id), { recursive: true, force: true });
}

/** The name without folders and control characters, for people to recognise their file. */
function cleanName(name: string): string {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? "";
  return base.replace(/\p{C}/gu, "").trim().slice(-longestName) || "resume";
}

/**
 * Checks a résumé by its content and stores it with the draft in place of an earlier one:
 * first the file under a new name, then the row, then the old file goes.
 * @throws ApiError "resume-too-large", "resume-unreadable", "storage-full", "too-many",
 * "application-sent"
 */
export async function saveResume(
  applicant: Applicant,
  name: string,
  bytes: Buffer,
  context: AppContext,
): Promise<StoredResume> {
  await countTry(context, [{ limit: "resumeAddress", hash: applicant.addressHash }]);
  const checked = await checkResume(bytes);
  const { database, config, now } = context;
  const { id } = await database.write((trx) => openDraft(trx, applicant, false, context));
  const resume: StoredResume = {
    file: `${folder}/${id}/${randomUUIDv7()}.${checked.extension}`,
    name: cleanName(name),
    type: checked.type,
    bytes: checked.bytes.length,
  };
  const target = resumePath(config.dataDir, resume);
  await writeWhole(target, checked.bytes);
  try {
    const before = await database.write(async (trx) => {
      const draft = await lockApplication(trx, id);
      if (draft?.status !== "draft") throw new ApiError("no-draft");
      await updateApplication(trx, id, {
        resume_file: resume.file,
        resume_name: resume.name,
        resume_type: resume.type,
        resume_bytes: resume.bytes,
        updated_at: now(),
      });
      return draft.resume;
    });
    if (before) await rm(resumePath(config.dataDir, before), { force: true });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return resume;
}

/** Takes the résumé off the browser's draft. Doing it twice changes nothing. */
export async function removeResume(applicant: Applicant, context: AppContext): Promise<void> {
  const { track, visitor } = applicant;
  const before = await context.database.write(async (trx) => {
    const draft = await lockApplication(trx, visitor.applications[track]);
    if (draft?.status !== "draft" || !draft.resume) return undefined;
    await updateApplication(trx, draft.id, {
      resume_file: null,
      resume_name: null,
      resume_type: null,
      resume_bytes: null,
      updated_at: context.now(),
    });
    return draft.resume;
  });
  if (before) await rm(resumePath(context.config.dataDir, before), { force: true });
}
