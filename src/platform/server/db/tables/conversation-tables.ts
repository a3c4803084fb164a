import type { Generated } from "kysely";

export interface ConversationTables {
  readonly conversation_entries: EntryTable;
  readonly conversation_replies: ReplyTable;
  readonly conversation_drafts: DraftTable;
  readonly conversation_inbound_emails: InboundEmailTable;
  readonly conversation_sent_emails: SentEmailTable;
  readonly reply_templates: ReplyTemplateTable;
}

/** The owner of the conversation: exactly one of the two is set. */
interface OwnedTable {
  case_id: string | null;
  application_id: string | null;
}

/** Messages, replies and notes; a case's first message is in its submission instead. */
interface EntryTable extends OwnedTable {
  id: string;
  at: number;
  /** "message" from the person, our "reply", or an internal "note". */
  kind: string;
  staff_id: string | null;
  text: string;
  /** JSON array of staff IDs. */
  mentions: string;
  /** How a message came in: "page" or "email"; null for replies and notes. */
  via: string | null;
  /** Idempotency key: hash of the message's identity; null for replies and notes. */
  source_key: string | null;
}

/** Replies, stored when a staff member presses Send. */
interface ReplyTable extends OwnedTable {
  /** UUIDv7. */
  id: string;
  /** The author, with name and network address for the audit log. */
  staff_id: string;
  staff_name: string;
  origin: string;
  created_at: number;
  /** When it is sent, unless it is taken back before. */
  send_at: number;
  /** Text with placeholders filled in; "" once it is sent, since the entry has it. */
  text: string;
  /** JSON of the draft that is restored if it is taken back; "" once it is sent. */
  draft: string;
  /** Name of the template; "" without one. */
  template: string;
  /** New status of the case or application; "" keeps it. */
  status_after: string;
  /** Why it is not sent and becomes a draft: a `StopReason`; "" if nothing stops it. */
  stopped: Generated<string>;
  /** Its entry; null until it is sent. */
  entry_id: string | null;
  /** Its email in the outbox; null until it is sent. */
  email_id: string | null;
  delivered_at: number | null;
  failed_at: number | null;
  /** Code of the failure, as in the outbox; "" without one. */
  failure: string;
}

/** Unsent drafts of replies: one per staff member and conversation. */
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

/** Emails that came in. The owner's case may not exist yet, but its submission does. */
interface InboundEmailTable extends OwnedTable {
  /** UUIDv7. */
  id: string;
  received_at: number;
  /** Its entry; null if it opened the case or is a delivery report. */
  entry_id: string | null;
  /** 0 or 1: whether it opened its case. */
  is_opening: number;
  /** Without angle brackets; "" without. */
  message_id: string;
  /** Hash of conversation, message ID and contents: the same email is stored once. */
  source_key: string;
  from_name: string;
  /** In lower case. */
  from_address: string;
  subject: string;
  /** A kind of `InboundEmail`. */
  kind: string;
  /** "customer", "other" or "unconfirmed". */
  sender: string;
  /** 0 or 1: one of too many within an hour, without notices. */
  is_quiet: number;
  /** JSON array of notes of `InboundEmail`. */
  notes: string;
  /** JSON array of names, media types and sizes. */
  attachments: string;
  reply_id: string | null;
  /** Of a delivery report; "" otherwise. */
  report_status: string;
  report_reason: string;
  /** The original in the file store, compressed with gzip; null if it could not be kept. */
  raw_file: string | null;
  /** Size of the original, in bytes. */
  raw_size: number;
}

/** Emails of ours in conversations, by which answers are recognized. */
interface SentEmailTable extends OwnedTable {
  /** Its ID in the outbox, which is in its Message-ID. */
  id: string;
  kind: string;
  at: number;
}

interface ReplyTemplateTable {
  id: string;
  /** "case" or "application". */
  topic: Generated<string>;
  /** The author; null if they left. */
  staff_id: string | null;
  name: string;
  text: string;
  /** 0 or 1. */
  is_shared: number;
  changed_at: number;
}
