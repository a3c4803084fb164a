import type { Transaction } from "kysely";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { noteErasure } from "../../../../platform/server/db/erasures.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import {
  expediteRemovals,
  removeFiles,
  scheduleFolderRemoval,
  scheduleRemoval,
} from "../../../../platform/server/files/removals.ts";
import { deleteReminders } from "../../../interviews/server/change-interview.ts";
import { noteDeletion } from "../../../privacy/server/deletion/note-deletion.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  fileStepOf,
  isOwnedBy,
  lockApplication,
  updateApplication,
} from "../applications/applications.ts";
import type { Applicant } from "../applications/drafts.ts";
import { claimApplication } from "../applications/visitors.ts";
import { resumeFolder } from "./resume-store.ts";

const maxConcurrent = 500;

/**
 * Deletes the browser's draft with its file and conversions. Does nothing without a draft, or if
 * another browser took it over.
 */
export async function discardDraft(applicant: Applicant, context: AppContext): Promise<void> {
  const { track, visitor } = applicant;
  const gone = await context.database.write(async (trx) => {
    const held = await lockApplication(trx, visitor.applications[track]);
    if (held) await claimApplication(trx, visitor, track, null);
    if (held?.status !== "draft" || !isOwnedBy(held, visitor)) return undefined;
    await deleteDrafts(trx, [held.id]);
    await noteDeletion(trx, [{ kind: "record", name: held.id }], context.now());
    await scheduleFolderRemoval(trx, resumeFolder(held.id), context.now());
    return held.id;
  });
  if (gone) await removeFiles(fileStoreOf(context), [resumeFolder(gone)]);
}

async function deleteDrafts(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("conversions").where("application_id", "in", ids).execute();
  await trx.deleteFrom("applications").where("id", "in", ids).execute();
}

/**
 * Removes the résumés of drafts unchanged for a day: anybody can upload files here, and most people
 * return sooner. The draft shows it, and its step is open again.
 */
async function sweepDraftFiles(context: AppContext): Promise<void> {
  const { database, now } = context;
  const gone = await database.write(async (trx) => {
    const old = await trx
      .selectFrom("applications")
      .select(["id", "track", "steps", "resume_file"])
      .where("status", "=", "draft")
      .where("resume_file", "is not", null)
      .where("updated_at", "<", now() - hours(facts.keep.draftFileHours))
      .limit(maxConcurrent)
      .forUpdate()
      .execute();
    for (const { id, track, steps } of old) {
      const { [fileStepOf(track as Track)]: _reopened, ...others } = JSON.parse(steps);
      await updateApplication(trx, id, {
        resume_file: null,
        resume_type: null,
        resume_bytes: null,
        steps: JSON.stringify(others),
      });
    }
    const files = old.map(({ resume_file }) => resume_file).filter((file) => file !== null);
    await scheduleRemoval(trx, files, now());
    return files;
  });
  await removeFiles(fileStoreOf(context), gone);
}

/**
 * Deletes drafts that were unchanged for the time stated on /privacy, with their résumés, browsers
 * that did not return, and expired links.
 * @returns the number of deleted drafts
 */
export async function sweepDrafts(context: AppContext): Promise<number> {
  await sweepDraftFiles(context);
  const { database, now } = context;
  const { draftDays } = facts.keep;
  const gone = await database.write(async (trx) => {
    const old = await trx
      .selectFrom("applications")
      .select("id")
      .where("status", "=", "draft")
      .where("updated_at", "<", now() - days(draftDays))
      .limit(maxConcurrent)
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await deleteDrafts(trx, ids);
    await scheduleRemoval(trx, ids.map(resumeFolder), now());
    await trx
      .deleteFrom("apply_visitors")
      .where("seen_at", "<", now() - days(facts.application.attributionDays))
      .execute();
    await trx
      .deleteFrom("one_time_tokens")
      .where("kind", "in", ["resume-application", "join-applications"])
      .where("expires_at", "<", now())
      .execute();
    return ids;
  });
  await removeFiles(fileStoreOf(context), gone.map(resumeFolder));
  return gone.length;
}

/**
 * Deletes an application with its résumé and conversions, as `deleteApplications`.
 * @returns the files, for `removeFiles` after the commit
 */
export async function deleteApplication(
  trx: Transaction<Database>,
  id: string,
  now: number,
): Promise<readonly string[]> {
  await noteDeletion(trx, [{ kind: "record", name: id }], now);
  return deleteApplications(trx, [id], now);
}

/**
 * Deletes applications with their résumés and conversions. Their duplicates become independent; data
 * joined into them is deleted with them.
 * @param ids a few hundred
 * @returns the files, for `removeFiles` after the commit
 */
export async function deleteApplications(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const gone = await trx
    .selectFrom("applications")
    .select("resume_file")
    .where(isOneOf(trx, "id", ids))
    .orderBy("id")
    .forUpdate()
    .execute();
  await trx
    .deleteFrom("conversions")
    .where(isOneOf(trx, "application_id", ids))
    .execute();
  for (const column of ["duplicate_of", "possible_duplicate_of"] as const) {
    await trx
      .updateTable("applications")
      // Without the one that it was joined into, a duplicate is on its own again.
      .set({ [column]: null, ...(column === "duplicate_of" && { joined_at: null }) })
      .where(isOneOf(trx, column, ids))
      .execute();
  }
  await deleteReminders(trx, ids);
  await trx
    .deleteFrom("applications")
    .where(isOneOf(trx, "id", ids))
    .execute();
  await noteErasure(trx, now);
  // Their folders may contain the résumés of applications that they were joined with.
  const own = gone.flatMap(({ resume_file }) => resume_file ?? []);
  await scheduleRemoval(trx, own, now);
  return [...own, ...(await expediteRemovals(trx, ids.map(resumeFolder), now))];
}
