import type { Kysely } from "kysely";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { formatPhone } from "../../../../platform/server/values/phone.ts";
import { readConversationEmails } from "../../../messages/server/conversation-page/inbound-emails.ts";
import { readDraft } from "../../../messages/server/replies/drafts.ts";
import { readLeftDrafts } from "../../../messages/server/replies/left-drafts.ts";
import { readEntries } from "../../../messages/server/replies/read-entries.ts";
import { readSending } from "../../../messages/server/replies/sending.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import type { ApplicationDetail, Match } from "../../contract/applications.ts";
import type { ShownConversion, ShownTouch } from "../../contract/origin.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import type { SentStatus } from "../../contract/stages.ts";
import { findSameApplicant } from "../applicants/applicant-columns.ts";
import {
  type Application,
  findApplication,
  selectWithMerged,
} from "../applications/applications.ts";
import type { Touch } from "../attribution/attribution.ts";
import { privacyReason } from "../attribution/conversions.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { readReportLetters } from "../documents/report-letters.ts";
import { toAnswerSections } from "./answer-sections.ts";
import { toApplicationRow } from "./application-rows.ts";

/** Maximum notes and changes that a record shows, newest first. */
const maxShown = 500;
/** Maximum other applications of the same person that a record shows. */
const maxMatches = 50;

/** The sent application with a reference. @throws ApiError "not-found" */
export async function findSent(db: Kysely<Database>, reference: string): Promise<Application> {
  const row = await db
    .selectFrom("applications")
    .select("id")
    .where("reference", "=", reference)
    .where("number", "is not", null)
    .executeTakeFirst();
  const found = await findApplication(db, row?.id);
  if (!found) throw new ApiError("not-found");
  return found;
}

/** Who reads, and when (milliseconds since 1970). */
interface Reader {
  readonly staffId: string;
  readonly now: number;
}

/** An application with everything below it. @throws ApiError "not-found" */
export async function readApplication(
  db: Kysely<Database>,
  reference: string,
  { staffId, now }: Reader,
): Promise<ApplicationDetail> {
  const found = await findSent(db, reference);
  const { id, track, answers, consents, resume } = found;
  const owner = { kind: "application", id } as const;
  const [
    row,
    merged,
    conversions,
    matches,
    notes,
    history,
    said,
    draft,
    leftDrafts,
    sending,
    documents,
    report,
  ] = await Promise.all([
    db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    found.mergedAt === null ? null : readReference(db, found.duplicateOf),
    readConversions(db, id),
    readMatches(db, id),
    readNotes(db, id),
    readHistory(db, owner, maxShown),
    readSaid(db, id),
    readDraft(db, owner, staffId),
    readLeftDrafts(db, owner),
    readSending(db, owner, now),
    readDocuments(db, id, now),
    readReportLetters(db, id, now),
  ]);
  return {
    ...toApplicationRow(row),
    firstName: textOf(answers, "firstName"),
    email: textOf(answers, "email"),
    phone: formatPhone(textOf(answers, "phone")),
    sections: toAnswerSections(track, answers, consents),
    resume: resume && { name: resume.name, type: resume.type, bytes: Number(resume.bytes) },
    documents,
    report,
    firstTouch: toShownTouch(found.firstTouch),
    lastTouch: toShownTouch(found.lastTouch),
    isPrivate: privacyReason(found) !== undefined,
    conversions,
    mergedInto: merged,
    matches,
    entries: said,
    draft,
    leftDrafts,
    sending,
    notes,
    history,
  };
}

function toShownTouch({ at, source, path, referrer }: Touch): ShownTouch {
  return { at, source, path, referrer };
}

async function readReference(db: Kysely<Database>, id: string | null): Promise<string | null> {
  const row = await db
    .selectFrom("applications")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.reference ?? null;
}

async function readConversions(db: Kysely<Database>, id: string): Promise<ShownConversion[]> {
  const rows = await db
    .selectFrom("conversions")
    .select(["id", "source", "event", "state", "reason"])
    .where("application_id", "=", id)
    .orderBy("id")
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    ...row,
    event: row.event as ShownConversion["event"],
    state: row.state as ShownConversion["state"],
  }));
}

/** Other sent applications of the same person, newest first. */
async function readMatches(db: Kysely<Database>, id: string): Promise<Match[]> {
  const own = await db
    .selectFrom("applications")
    .select(["id", "email_key", "phone_key"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const ids = await findSameApplicant(db, own);
  if (ids.length === 0) return [];
  const found = await db.selectFrom("applications").selectAll().where("id", "in", ids).execute();
  const rows = found
    .filter(({ number }) => number !== null)
    .sort((a, b) => Number(b.submitted_at) - Number(a.submitted_at))
    .slice(0, maxMatches);
  return Promise.all(
    rows.map(async (row) => {
      const { reference, name, sentAt } = toApplicationRow(row);
      return {
        reference,
        name,
        sentAt,
        track: row.track as Track,
        status: row.status as SentStatus,
        sameEmail: own.email_key !== "" && row.email_key === own.email_key,
        samePhone: own.phone_key !== "" && row.phone_key === own.phone_key,
        mergedInto: row.joined_at === null ? null : await readReference(db, row.duplicate_of),
      };
    }),
  );
}

async function readSaid(db: Kysely<Database>, id: string): Promise<ApplicationDetail["entries"]> {
  const ids = (await selectWithMerged(db, id).execute()).map((row) => row.id);
  const lists = await Promise.all(
    ids.map(async (one) => {
      const owner = { kind: "application", id: one } as const;
      return readEntries(db, owner, await readConversationEmails(db, owner), maxShown);
    }),
  );
  return lists
    .flat()
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
}

async function readNotes(db: Kysely<Database>, id: string): Promise<ApplicationDetail["notes"]> {
  const rows = await db
    .selectFrom("application_notes")
    .innerJoin("applications", "applications.id", "application_notes.application_id")
    .select([
      "application_notes.id",
      "application_notes.at",
      "application_notes.staff_id",
      "application_notes.text",
      "application_notes.mentions",
      "applications.reference",
    ])
    .where("application_notes.application_id", "in", selectWithMerged(db, id))
    .orderBy("application_notes.id", "desc")
    .limit(maxShown)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    at: new Date(Number(row.at)).toISOString(),
    staffId: row.staff_id,
    text: row.text,
    mentions: JSON.parse(row.mentions),
    reference: row.reference ?? "",
  }));
}
