import type { Transaction } from "kysely";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { keepShown } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { applicationEvent } from "../../../integrations/server/webhooks/record-events.ts";
import { mergeInterviews } from "../../../interviews/server/change-interview.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { isRepeat, refreshApplicant } from "../applicants/applicant-columns.ts";
import { recordSources } from "../applicants/sources.ts";
import { type Application, answerColumns, nextVersion, updateApplication } from "./applications.ts";
import { firstStatus } from "./submit.ts";

/** Why conversions of a merged application are not sent. */
const mergedReason = "merged with another application";

/** Columns of an application without a file. */
const noResume = { resume_file: null, resume_name: null, resume_type: null, resume_bytes: null };

/**
 * Merges a locked application into another, which is kept. The kept one retains its answers, gets
 * those that it lacks, and the résumé if it has none; the other one's answers, notes and file are
 * unchanged. Each event is reported to an ad company once.
 * @param staffId of the decision
 * @throws ApiError "cannot-merge" for different tracks, drafts, and ones that were already merged
 */
export async function mergeApplications(
  trx: Transaction<Database>,
  kept: Application,
  other: Application,
  staffId: string | null,
  { database: { engine }, now }: Pick<AppContext, "database" | "now">,
): Promise<void> {
  const isPossible =
    kept.id !== other.id &&
    kept.track === other.track &&
    [kept, other].every(({ status, mergedAt }) => status !== "draft" && mergedAt === null);
  if (!isPossible) throw new ApiError("cannot-merge");
  const at = now();
  const answers = fillBlanks(kept, other);
  const status = statusAfter(kept, other, answers);
  const takesResume = kept.resume === null && other.resume !== null;
  await repointDuplicates(trx, other.id, kept.id);
  await updateApplication(trx, kept.id, {
    ...answerColumns(answers),
    ...(status !== kept.status && { status, status_at: at }),
    // An opt-out of either applies to both.
    consents: JSON.stringify({
      ...kept.consents,
      ...(other.consents.adNotes && { adNotes: other.consents.adNotes }),
    }),
    gpc: kept.gpc || other.gpc ? 1 : 0,
    duplicate_of: kept.duplicateOf === other.id ? null : kept.duplicateOf,
    possible_duplicate_of: kept.possibleDuplicateOf === other.id ? null : kept.possibleDuplicateOf,
    ...(takesResume && {
      resume_file: other.resume.file,
      resume_name: other.resume.name,
      resume_type: other.resume.type,
      resume_bytes: other.resume.bytes,
    }),
    updated_at: at,
    ...nextVersion(at),
  });
  await updateApplication(trx, other.id, {
    status: "duplicate",
    status_at: at,
    duplicate_of: kept.id,
    possible_duplicate_of: null,
    joined_at: at,
    // A file has only one owner.
    ...(takesResume && noResume),
    updated_at: at,
    ...nextVersion(at),
  });
  const conversions = await moveConversions(trx, other.id, kept.id, at);
  const taken = Object.entries(answers).filter(
    ([name]) => JSON.stringify(answers[name]) !== JSON.stringify(kept.answers[name]),
  );
  await recordSources(
    trx,
    kept.id,
    other.id,
    {
      answers: Object.fromEntries(taken),
      resumeFile: takesResume ? other.resume.file : null,
      conversions,
    },
    at,
  );
  await endJoinLinks(trx, other.id);
  await mergeInterviews(trx, { ...kept, status }, other, at);
  await refreshAfter(trx, engine, kept.id);
  const record = (id: string, happened: Happening) =>
    recordEvent(trx, { ...happened, actor: { staffId }, subject: { kind: "application", id } }, at);
  await record(kept.id, { kind: "application.merged-here", data: { other: other.reference } });
  if (status !== kept.status) {
    const data = { from: kept.status, to: status };
    await record(kept.id, { kind: "application.status", data });
  }
  await record(other.id, { kind: "application.merged-there", data: { other: kept.reference } });
  const changed = [
    { ...kept, status },
    { ...other, status: "duplicate" },
  ];
  const events = changed.map((one) => applicationEvent("application.updated", one));
  await emitEvents(trx, events, at);
}

/**
 * The answers of the kept application, and the other's where it has none. Checkboxes are consents,
 * which nobody can give for another application; an opt-out is kept.
 */
function fillBlanks(kept: Application, other: Application): Answers {
  const form = applicationForms[kept.track];
  const answers = { ...kept.answers };
  for (const { name, kind, onlyFromAds } of form.fields) {
    const isConsent = kind === "checkbox" && !onlyFromAds;
    const given = other.answers[name];
    const isBlank = (answers[name] ?? "").length === 0;
    if (isBlank && !isConsent && given !== undefined) answers[name] = given;
  }
  return keepShown(form, answers);
}

/** A duplicate that is kept takes over the other one's progress. */
function statusAfter(kept: Application, other: Application, answers: Answers) {
  if (kept.status !== "duplicate") return kept.status;
  return other.status === "duplicate" ? firstStatus(answers) : other.status;
}

async function repointDuplicates(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  for (const column of ["duplicate_of", "possible_duplicate_of"] as const) {
    await trx
      .updateTable("applications")
      .set({ [column]: to })
      .where(column, "=", from)
      .where("id", "!=", to)
      .execute();
  }
}

/** @returns the ids of those that moved */
async function moveConversions(
  trx: Transaction<Database>,
  from: string,
  to: string,
  now: number,
): Promise<readonly string[]> {
  const moved: string[] = [];
  const rows = await trx
    .selectFrom("conversions")
    .select(["id", "application_id", "source", "event", "state", "params"])
    .where("application_id", "in", [from, to])
    .execute();
  const keyOf = ({ source, event }: (typeof rows)[number]) => `${source} ${event}`;
  const known = new Set(rows.filter((row) => row.application_id === to).map(keyOf));
  for (const row of rows.filter(({ application_id }) => application_id === from)) {
    const change = known.has(keyOf(row))
      ? row.state === "waiting"
        ? {
            state: "skipped",
            reason: mergedReason,
            done_at: now,
            // Data that must not be sent is not stored either.
            params: JSON.stringify({ ...JSON.parse(row.params), tlr_sid: "", click_id: "" }),
          }
        : undefined
      : { application_id: to };
    if (!change) continue;
    await trx.updateTable("conversions").set(change).where("id", "=", row.id).execute();
    if ("application_id" in change) moved.push(row.id);
  }
  return moved;
}

/** Deletes emailed links that would combine the merged application again. */
async function endJoinLinks(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .deleteFrom("one_time_tokens")
    .where("kind", "=", "join-applications")
    .where((row) => row.or([row("data", "like", `${id} %`), row("data", "like", `% ${id}`)]))
    .execute();
}

async function refreshAfter(
  trx: Transaction<Database>,
  engine: AppContext["database"]["engine"],
  id: string,
): Promise<void> {
  await refreshApplicant(trx, engine, id);
  const row = await trx
    .selectFrom("applications")
    .select(["id", "email_key", "phone_key", "submitted_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const is_repeat = (await isRepeat(trx, row)) ? 1 : 0;
  await trx.updateTable("applications").set({ is_repeat }).where("id", "=", id).execute();
}
