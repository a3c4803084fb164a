import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type {
  EmailAttachment,
  EmailFacts,
  EmailKind,
  EmailNote,
  EmailSender,
} from "../../contract/inbound-emails.ts";
import { idsOf, type Owner, ownerColumns } from "./owner.ts";

/** Emails read at most, the newest ones: as many as a conversation shows entries. */
const maxRead = 500;

type Row = Selectable<Database["conversation_inbound_emails"]>;

export interface ConversationEmails {
  /** By the id of their entry. */
  readonly byEntry: ReadonlyMap<string, EmailFacts>;
  /** Those that opened the case, and cases merged into it, by the id of the case. */
  readonly opening: ReadonlyMap<string, EmailFacts>;
}

export async function readConversationEmails(
  db: Kysely<Database>,
  owner: Owner,
): Promise<ConversationEmails> {
  const column = ownerColumns[owner.kind];
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .selectAll()
    .where(column, "in", idsOf(owner))
    .where("entry_id", "is not", null)
    .orderBy("id", "desc")
    .limit(maxRead)
    .execute();
  const opening = await db
    .selectFrom("conversation_inbound_emails")
    .selectAll()
    .where(column, "in", idsOf(owner))
    .where("is_opening", "=", 1)
    .execute();
  return {
    byEntry: new Map(rows.map((row) => [row.entry_id ?? "", toFacts(row)])),
    opening: new Map(opening.map((row) => [row.case_id ?? "", toFacts(row)])),
  };
}

function toFacts(row: Row): EmailFacts {
  return {
    id: row.id,
    sender: row.sender as EmailSender,
    kind: row.kind as EmailKind,
    name: row.from_name,
    address: row.from_address,
    subject: row.subject,
    isQuiet: Number(row.is_quiet) === 1,
    notes: JSON.parse(row.notes) as readonly EmailNote[],
    attachments: JSON.parse(row.attachments) as readonly EmailAttachment[],
    hasOriginal: row.raw_file !== null,
  };
}

/** The whole text of an email with its owner; undefined without such an email. */
export async function findEmailText(db: Kysely<Database>, id: string) {
  const row = await db
    .selectFrom("conversation_inbound_emails as emails")
    .leftJoin("conversation_entries as entries", "entries.id", "emails.entry_id")
    .select(["emails.case_id", "emails.application_id", "emails.is_opening", "entries.text"])
    .where("emails.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { case_id, application_id } = row;
  const text = Number(row.is_opening) === 1 ? await readOpeningText(db, case_id) : row.text;
  return text === null ? undefined : { case_id, application_id, text };
}

async function readOpeningText(db: Kysely<Database>, id: string | null): Promise<string> {
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  const { message } = JSON.parse(row?.data ?? "{}") as { readonly message?: string };
  return message ?? "";
}
