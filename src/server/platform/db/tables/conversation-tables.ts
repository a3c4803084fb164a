import type { Generated } from "kysely";

/** Conversations with people, by table name. */
export interface ConversationTables {
  readonly conversation_entries: EntryTable;
  readonly conversation_replies: ReplyTable;
  readonly conversation_drafts: DraftTable;
  readonly reply_templates: ReplyTemplateTable;
}

/** One of the two is set: whose conversation it is. */
interface OwnedTable {
  case_id: string | null;
  application_id: string | null;
}

/** What was said: below a case, beside its first message, which the submission holds, or an application. */
interface EntryTable extends OwnedTable {
  id: string;
  at: number;
  /** "message" of the person, "reply" of ours, or "note" that the person never sees. */
  kind: string;
  staff_id: string | null;
  text: string;
  /** JSON array of staff ids. */
  mentions: string;
  /** How a message came in: "page" or "email"; null for replies and notes. */
  via: string | null;
  /** Hash of what the message is known by, so that it is stored once; null for replies and notes. */
  source_key: string | null;
}

/** Replies, from the moment when somebody presses Send. */
interface ReplyTable extends OwnedTable {
  /** UUIDv7. */
  id: string;
  /** Who wrote it, with name and network address for the audit log. */
  staff_id: string;
  staff_name: string;
  origin: string;
  created_at: number;
  /** When it is sent, unless it was taken back. */
  send_at: number;
  /** With its blanks filled; "" once it is sent, since the entry has it. */
  text: string;
  /** JSON of the draft that it becomes when it is taken back; "" once it is sent. */
  draft: string;
  /** Name of the template; "" without. */
  template: string;
  /** Of the case or application; "" keeps it. */
  status_after: string;
  /** Its entry; null until it is sent. */
  entry_id: string | null;
  /** Its email in the outbox; null until it is sent. */
  email_id: string | null;
  delivered_at: number | null;
  failed_at: number | null;
  /** Code of the failure, as in the outbox; "" without. */
  failure: string;
}

/** Replies that are being written: one of each colleague in each conversation. */
interface DraftTable extends OwnedTable {
  id: string;
  staff_id: string;
  text: string;
  /** JSON object: values of placeholders by name. */
  blanks: string;
  status_after: string;
  template_id: string;
  saved_at: number;
}

/** Texts for replies. */
interface ReplyTemplateTable {
  id: string;
  /** What they are for: "case" or "application". */
  topic: Generated<string>;
  /** Who wrote it; null: somebody who left. */
  staff_id: string | null;
  name: string;
  text: string;
  /** 0 or 1. */
  is_shared: number;
  changed_at: number;
}
