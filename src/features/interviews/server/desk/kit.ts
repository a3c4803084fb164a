import { hash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import {
  nextVersion,
  updateApplication,
} from "../../../recruiting/server/applications/applications.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type {
  InterviewKit,
  InterviewQuestion,
  InterviewScore,
  interviewEndpoints,
} from "../../contract/endpoints.ts";
import { type Change, recordInterview } from "../store.ts";

export async function readQuestions(db: Kysely<Database>): Promise<InterviewQuestion[]> {
  return db
    .selectFrom("interview_questions")
    .select(["id", "question"])
    .orderBy("place")
    .orderBy("id")
    .execute();
}

export async function readKit(db: Kysely<Database>): Promise<InterviewKit> {
  const questions = await readQuestions(db);
  return { version: hash("sha256", JSON.stringify(questions), "base64url"), questions };
}

type SavedKit = InputOf<typeof interviewEndpoints.saveKit>["body"];

/**
 * Replaces the questions. Scores keep the question as it was asked.
 * @throws ApiError "conflict" if they changed since the page showed them
 */
export async function saveQuestions(
  trx: Transaction<Database>,
  { version, questions }: SavedKit,
  actor: Actor,
  now: number,
): Promise<void> {
  // Locked: whoever saves at the same time waits, and reads what was saved.
  await trx.selectFrom("interview_questions").select("id").forUpdate().execute();
  const kit = await readKit(trx);
  if (kit.version !== version) {
    const message = "Someone else changed the questions. Reload the page, then change them again.";
    throw new ApiError("conflict", { message });
  }
  const known = kit.questions.map(({ id }) => id);
  const rows = questions.map(({ id, question }, place) => ({
    id: id !== null && known.includes(id) ? id : orderedId(),
    place,
    question,
  }));
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw new ApiError("malformed");
  await trx.deleteFrom("interview_questions").execute();
  if (rows.length > 0) await trx.insertInto("interview_questions").values(rows).execute();
  const event = { kind: "interview.questions", audit: "change", target: "Interviews" } as const;
  await recordEvent(trx, { ...event, actor }, now);
}

export async function readScores(
  db: Kysely<Database>,
  applicationId: string,
): Promise<InterviewScore[]> {
  const rows = await db
    .selectFrom("interview_scores")
    .selectAll()
    .where("application_id", "=", applicationId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.question_id,
    question: row.question,
    score: Number(row.score),
    staffId: row.staff_id,
    at: isoTime(Number(row.at)),
  }));
}

/** Scores the answer to a question, of a locked application; null takes it back. @throws ApiError "not-found" */
export async function saveScore(
  change: Change,
  application: { readonly id: string; readonly reference: string | null },
  { questionId, score }: { readonly questionId: string; readonly score: number | null },
): Promise<void> {
  const { trx, now, actor, traces } = change;
  const of = { application_id: application.id, question_id: questionId };
  const before = await trx
    .selectFrom("interview_scores")
    .selectAll()
    .where("application_id", "=", of.application_id)
    .where("question_id", "=", of.question_id)
    .executeTakeFirst();
  const asked = await trx
    .selectFrom("interview_questions")
    .select("question")
    .where("id", "=", questionId)
    .executeTakeFirst();
  // The score of a question that is no longer asked can only be taken back.
  if (!asked && (score !== null || !before)) throw new ApiError("not-found");
  if (before) await trx.deleteFrom("interview_scores").where("id", "=", before.id).execute();
  const after = score === null ? null : orderedId();
  if (after !== null && score !== null && asked) {
    const row = { id: after, ...of, question: asked.question, score, at: now };
    await trx
      .insertInto("interview_scores")
      .values({ ...row, staff_id: actor?.staffId ?? "" })
      .execute();
  }
  traces.scores.push({ of, before: before ?? null, after });
  await updateApplication(trx, application.id, nextVersion(now));
  await recordInterview(change, application, score === null ? "score-removed" : "scored");
}
