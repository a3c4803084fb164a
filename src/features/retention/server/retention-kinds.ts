import type { Kysely, Transaction } from "kysely";
import { noteErasure } from "../../../platform/server/db/erasures.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import type { ApplicationStatus } from "../../recruiting/contract/application-status.ts";
import { deleteVisitors } from "../../recruiting/server/applicants/delete-visitors.ts";
import { deleteApplications } from "../../recruiting/server/resumes/discard.ts";
import { applicationsKind, textConsentsKind } from "../contract/retention.ts";

const finalStatuses: readonly ApplicationStatus[] = [
  "hired",
  "rejected",
  "withdrawn",
  "not-eligible",
  "duplicate",
];

/**
 * Records of a kind completed before a time. Requests about data, for deletion or a copy, count as
 * data deletion requests: their log is deleted with the message that they came with.
 */
function selectDone(db: Kysely<Database>, kind: string, before: number) {
  if (kind === applicationsKind) {
    return db
      .selectFrom("applications")
      .select("id")
      .where("status", "in", finalStatuses)
      .where(({ fn }) => fn.coalesce("status_at", "updated_at"), "<", before)
      .where(({ eb, or, not, exists, selectFrom }) => {
        const documents = selectFrom("application_documents")
          .select("application_documents.id")
          .whereRef("application_documents.application_id", "=", "applications.id");
        // The application that it was merged into shows these documents, and goes first.
        const isAlone = or([eb("joined_at", "is", null), eb("duplicate_of", "is", null)]);
        return or([isAlone, not(exists(documents))]);
      });
  }
  if (kind === textConsentsKind) return selectDoneConsents(db, before);
  if (kind === dataDeletionForm.collection) {
    return db
      .selectFrom("privacy_cases")
      .select("id")
      .where("scope", "=", "closed")
      .where("closed_at", "<", before);
  }
  // A merged one belongs to the conversation of another, whose deletion ends that.
  const merged = db.selectFrom("case_merges").select("case_id");
  return db
    .selectFrom("cases")
    .select("id")
    .where("id", "not in", merged)
    .where("scope", "=", "closed")
    .where("form", "=", kind)
    .where("changed_at", "<", before);
}

/** Of numbers that neither said nor got nor sent anything since. */
function selectDoneConsents(db: Kysely<Database>, before: number) {
  return db
    .selectFrom("text_consents as consents")
    .select("consents.id")
    .where("consents.uid", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("text_consents as later")
            .select("later.id")
            .whereRef("later.number_key", "=", "consents.number_key")
            .where("later.at", ">=", before),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("texts")
            .select("texts.id")
            .whereRef("texts.number_key", "=", "consents.number_key")
            .where("texts.created_at", ">=", before),
        ),
      ),
    );
}

/** How many records of a kind were completed before a time, in milliseconds since 1970. */
export async function countDone(
  db: Kysely<Database>,
  kind: string,
  before: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(selectDone(db, kind, before).as("done"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes some of these records with everything below them.
 * @returns how many, and their files, for `removeFiles` after the commit
 */
export async function deleteDone(
  trx: Transaction<Database>,
  kind: string,
  before: number,
  limit: number,
  now: number,
): Promise<{ readonly count: number; readonly files: readonly string[] }> {
  const rows = await trx
    .selectFrom(selectDone(trx, kind, before).as("done"))
    .select("id")
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { count: 0, files: [] };
  await noteErasure(trx, now);
  if (kind === dataDeletionForm.collection) {
    await trx.deleteFrom("privacy_cases").where("id", "in", ids).execute();
  }
  if (kind === textConsentsKind) {
    await trx.deleteFrom("text_consents").where("id", "in", ids).execute();
    return { count: ids.length, files: [] };
  }
  if (kind !== applicationsKind) {
    await trx.deleteFrom("submissions").where("id", "in", ids).execute();
    return { count: ids.length, files: [] };
  }
  await deleteVisitors(trx, ids);
  return { count: ids.length, files: await deleteApplications(trx, ids, now) };
}
