import type { Kysely, Transaction } from "kysely";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import {
  findMentioned,
  type NewNote,
  noteEvent,
  queueMentions,
} from "../../staff/server/mentions.ts";
import { recordEvent } from "../../staff/server/record-event.ts";
import type { Actor } from "../../staff/server/write-audit.ts";
import type { ContactResponse } from "../contract/contacts.ts";

/** Maximum notes that the page shows, newest first. */
const maxNotes = 200;

/** Notes on the person with these addresses, oldest first. @param emails in lower case */
export async function readNotes(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<NonNullable<ContactResponse["notes"]>> {
  const rows = await db
    .selectFrom("person_notes")
    .selectAll()
    .where("email", "in", emails)
    .orderBy("id", "desc")
    .limit(maxNotes)
    .execute();
  return rows.reverse().map(({ id, at, staff_id: staffId, text, mentions }) => ({
    id,
    at: new Date(at).toISOString(),
    staffId,
    text,
    mentions: JSON.parse(mentions),
  }));
}

/** Deletes notes on people about whom nothing else is stored. */
export async function deleteOrphanNotes(trx: Transaction<Database>): Promise<void> {
  await trx
    .deleteFrom("person_notes")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("cases").select("id").whereRef("cases.email", "=", "person_notes.email")),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("accounts").select("uid").whereRef("email_key", "=", "person_notes.email"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("account_merges")
            .select("uid")
            .whereRef("email_key", "=", "person_notes.email"),
        ),
      ),
    )
    .execute();
}

/**
 * Adds a note on the person who sent a message.
 * @param reference of the message
 * @param origin the site's, for the link in emails
 * @throws ApiError "not-found", also without an email address to store it under; "invalid" for a
 * mentioned staff member who cannot read the inbox
 */
export async function addContactNote(
  trx: Transaction<Database>,
  reference: string,
  note: NewNote,
  actor: Actor,
  origin: string,
  now: number,
): Promise<void> {
  const found = await trx
    .selectFrom("cases")
    .leftJoin("separate_cases", "separate_cases.case_id", "cases.id")
    .select("cases.email")
    .where("cases.reference", "=", reference)
    .where("separate_cases.case_id", "is", null)
    .executeTakeFirst();
  if (!found?.email) throw new ApiError("not-found");
  const url = `${origin}${deskPaths.people}/${reference}`;
  await storeNote(trx, { email: found.email, kind: "person of", reference, url }, note, actor, now);
}

/** Whom a note is about, and where staff read it. */
interface NotedContact {
  readonly email: string;
  /** Before the reference in the email to mentioned staff. */
  readonly kind: string;
  /** Of the audit log's line. */
  readonly reference: string;
  readonly url: string;
}

/**
 * Stores a note on a person.
 * @throws ApiError "invalid" for a mentioned staff member who cannot read the inbox
 */
export async function storeNote(
  trx: Transaction<Database>,
  { email, ...noted }: NotedContact,
  { text, mentions }: NewNote,
  actor: Actor,
  now: number,
): Promise<void> {
  const mentioned = await findMentioned(trx, mentions, "inbox-read");
  await trx
    .insertInto("person_notes")
    .values({
      id: orderedId(),
      email: emailKey(email),
      at: now,
      staff_id: actor.staffId ?? "",
      text,
      mentions: JSON.stringify(mentioned.map(({ id }) => id)),
    })
    .execute();
  const { data } = noteEvent(mentioned);
  const event = { kind: "contact.note", data, audit: "change", target: noted.reference } as const;
  await recordEvent(trx, { ...event, actor }, now);
  await queueMentions(trx, mentioned, noted, actor.name, now);
}
