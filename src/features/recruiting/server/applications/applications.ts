import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from "kysely";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  fieldsOf,
  type Step,
  textOf,
} from "../../../../platform/contract/form-engine/define-steps.ts";
import { emailKey, isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import type { ApplicationStatus } from "../../contract/application-status.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { type Touch, unknownAd } from "../attribution/attribution.ts";
import type { Visitor } from "./visitors.ts";

export interface Application {
  readonly id: string;
  readonly track: Track;
  readonly status: ApplicationStatus;
  readonly reference: string | null;
  readonly answers: Answers;
  /** ISO 8601 by step id. */
  readonly steps: Readonly<Record<string, string>>;
  readonly consents: Readonly<Record<string, object>>;
  readonly source: string;
  readonly firstTouch: Touch;
  readonly lastTouch: Touch;
  readonly gpc: boolean;
  readonly resume: StoredResume | null;
  /** Name of a draft's file that was removed, until its step is finished without it. */
  readonly removedResume: string | null;
  readonly duplicateOf: string | null;
  /** The first application with the same phone number and a different address; staff decide. */
  readonly possibleDuplicateOf: string | null;
  /** Token hash of the only browser that may change it; null in drafts of older versions. */
  readonly ownerTokenHash: string | null;
  readonly createdAt: number;
  readonly submittedAt: number | null;
  /** When it was merged into its first one, by the person or by staff. */
  readonly mergedAt: number | null;
  readonly version: number;
}

export interface StoredResume {
  /** Path below `DATA_DIR/files`. */
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

function toApplication(row: Selectable<Database["applications"]>): Application {
  const { resume_file, resume_name, resume_type, resume_bytes } = row;
  return {
    id: row.id,
    track: row.track as Track,
    status: row.status as ApplicationStatus,
    reference: row.reference,
    answers: JSON.parse(row.answers),
    steps: JSON.parse(row.steps),
    consents: JSON.parse(row.consents),
    source: row.source,
    firstTouch: JSON.parse(row.first_touch),
    lastTouch: JSON.parse(row.last_touch),
    gpc: row.gpc === 1,
    resume:
      resume_file === null
        ? null
        : {
            file: resume_file,
            name: resume_name ?? "",
            type: resume_type ?? "",
            bytes: resume_bytes ?? 0,
          },
    removedResume: resume_file === null ? resume_name : null,
    duplicateOf: row.duplicate_of,
    possibleDuplicateOf: row.possible_duplicate_of,
    ownerTokenHash: row.held_by,
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    mergedAt: row.joined_at,
    version: Number(row.version),
  };
}

export async function findApplication(
  db: Kysely<Database>,
  id: string | null | undefined,
): Promise<Application | undefined> {
  if (!id) return undefined;
  const row = await db
    .selectFrom("applications")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toApplication(row);
}

/** The same, locked in a transaction: on PostgreSQL others wait for the commit. */
export async function lockApplication(
  trx: Transaction<Database>,
  id: string | null | undefined,
): Promise<Application | undefined> {
  if (!id) return undefined;
  const row = await trx
    .selectFrom("applications")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && toApplication(row);
}

/**
 * Whether this browser may read and change the application; an emailed link moves it to another.
 */
export function isOwnedBy(
  { ownerTokenHash }: Pick<Application, "ownerTokenHash">,
  { tokenHash }: Pick<Visitor, "tokenHash">,
): boolean {
  return ownerTokenHash === null || ownerTokenHash === tokenHash;
}

/** @throws ApiError "draft-moved" */
export function requireHolder(draft: Application, visitor: Visitor): void {
  if (!isOwnedBy(draft, visitor)) throw new ApiError("draft-moved");
}

export interface NewDraft {
  readonly track: Track;
  readonly visitor: Visitor;
  readonly page: string;
  readonly gpc: boolean;
  readonly addressHash: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The source of the last touch, or that of the page for job ads if the touch has none. */
function sourceOf({ lastTouch }: Visitor, page: string): string {
  const { source } = lastTouch;
  return (source === "direct" && unknownAd(page)) || source;
}

/** Creates an application; its answers are saved afterwards. */
export async function insertDraft(
  trx: Transaction<Database>,
  { track, visitor, page, gpc, addressHash, now }: NewDraft,
): Promise<Application> {
  const row = await trx
    .insertInto("applications")
    .values({
      id: orderedId(),
      track,
      status: "draft",
      reference: null,
      answers: "{}",
      steps: "{}",
      consents: "{}",
      email_key: "",
      phone_key: "",
      source: sourceOf(visitor, page),
      first_touch: JSON.stringify(visitor.firstTouch),
      last_touch: JSON.stringify(visitor.lastTouch),
      gpc: gpc ? 1 : 0,
      resume_file: null,
      resume_name: null,
      resume_type: null,
      resume_bytes: null,
      duplicate_of: null,
      possible_duplicate_of: null,
      held_by: visitor.tokenHash,
      joined_at: null,
      completion_hash: null,
      completion_expires_at: null,
      pixel_at: null,
      created_at: now,
      updated_at: now,
      submitted_at: null,
      address_hash: addressHash ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toApplication(row);
}

export function answerColumns(answers: Answers) {
  const email = emailKey(textOf(answers, "email"));
  return {
    answers: JSON.stringify(answers),
    // JSON escapes what a database rejects; the key is the plain text.
    email_key: isStorableText(email) ? email : "",
    phone_key: phoneKey(textOf(answers, "phone")),
  };
}

/** Id of the step that contains the résumé. */
export function fileStepOf(track: Track): string {
  const holdsFile = (step: Step) => fieldsOf(step).some(({ kind }) => kind === "file");
  return applicationForms[track].steps.find(holdsFile)?.id ?? "";
}

/** Columns of every change that staff see. */
export function nextVersion(now: number) {
  return { version: sql<number>`version + 1`, changed_at: now };
}

export async function updateApplication(
  trx: Transaction<Database>,
  id: string,
  changes: Omit<UpdateObject<Database, "applications">, "id" | "track">,
): Promise<void> {
  await trx.updateTable("applications").set(changes).where("id", "=", id).execute();
}

/** The application and those that were merged into it, by id. */
export function selectWithMerged(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("applications")
    .select("id")
    .where("duplicate_of", "=", id)
    .where("joined_at", "is not", null)
    .unionAll(db.selectFrom("applications").select("id").where("id", "=", id));
}
