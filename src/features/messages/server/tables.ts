import type { Generated } from "kysely";
import type { CallBackTable } from "./calls/call-back-table.ts";
import type { CaseMergeTable, CaseRelationTable, SeparateCaseTable } from "./cases/link-tables.ts";
import type { MentionTable } from "./inbox/mention-table.ts";
import type { ReplyFileTables } from "./reply-files/tables.ts";

/** Its tables. Times are milliseconds since 1970. */
export interface MessageTables extends ReplyFileTables {
  readonly submissions: SubmissionTable;
  readonly cases: CaseTable;
  readonly case_tags: CaseTagTable;
  readonly case_call_backs: CallBackTable;
  readonly case_merges: CaseMergeTable;
  readonly case_relations: CaseRelationTable;
  readonly case_mentions: MentionTable;
  readonly stale_case_words: StaleCaseWordsTable;
  readonly conversation_entries: EntryTable;
  readonly conversation_replies: ReplyTable;
  readonly conversation_drafts: DraftTable;
  readonly conversation_inbound_emails: InboundEmailTable;
  readonly conversation_sent_emails: SentEmailTable;
  readonly saved_views: SavedViewTable;
  readonly person_notes: ContactNoteTable;
  readonly separate_cases: SeparateCaseTable;
  readonly answer_times: AnswerTimeTable;
  readonly office_holidays: OfficeHolidayTable;
  readonly reply_templates: ReplyTemplateTable;
  readonly case_presence: CasePresenceTable;
}

interface SubmissionTable {
  /** UUIDv7, so that IDs sort by time. */
  id: string;
  collection: string;
  /** Eight characters that the sender can read out; unique across all collections. */
  reference: string;
  /** JSON of exactly the collection's specified fields. */
  data: string;
  /** Sender in lower case, for lookups and limits per sender; "" if the form has no email. */
  email: string;
  /** As `submittedPhoneKey` makes it; null until the job fills it. */
  phone_key: Generated<string | null>;
  created_at: number;
  /** Unique with the collection, so that a repeated post is one record. */
  idempotency_key: string | null;
  /** Why the record looks like spam; it is stored and shown regardless. */
  spam_reason: string | null;
  /** Keyed hash of the sender's network address; the address itself is not stored. */
  address_hash: string | null;
  /** When the operator marked it as done; only for data deletion requests. */
  done_at: number | null;
  /** Id of the document that it was imported from; unique in its collection. */
  document_id: string | null;
  /** JSON of what the import found in that document besides; null without. */
  imported: string | null;
}

/** The desk's records: one case per submission of an inbox form. */
export interface CaseTable {
  id: string;
  /** Sequence number in order of arrival; key of the search index. */
  number: number;
  reference: string;
  form: string;
  /** "" if the form does not ask. */
  platform: string;
  /** Sender's name; "" if the form does not ask. */
  name: string;
  /** In lower case; "" if the form does not ask. */
  email: string;
  /** First words of the newest message. */
  snippet: string;
  /** When a snoozed case comes back; null if it is not snoozed. */
  snoozed_until: number | null;
  snooze_reason: string | null;
  /** One of `caseStatuses`. */
  status: string;
  /** "open", "closed" or "spam": follows from status and spam mark, and leads most indexes. */
  scope: string;
  assignee_id: string | null;
  created_at: number;
  /** When the person's newest message came in. */
  active_at: number;
  /** Since when the person has been waiting for us; `farFuture` if they are not. */
  waiting_since: number;
  /** When an answer is due; `farFuture` if none is. */
  due_at: number;
  /** Start of the current clock, kept while none is waiting; null in rows of older releases. */
  clock_from: number | null;
  /** Due time of the current clock, kept likewise. */
  clock_due: number | null;
  /** When it was last closed; null: it is open or spam. */
  closed_at: number | null;
  /** First reply, or first status that means another contact (`contactStatuses`). Null: not yet. */
  answered_at: number | null;
  /** Working minutes from `created_at` to `answered_at`. */
  answer_minutes: number | null;
  /** 1 if answered before it was due, else 0. */
  answer_in_time: number | null;
  /** Number of changes, for optimistic locking. */
  version: number;
  changed_at: number;
}

/** Tags of cases. The other columns are copied from the case, for lists by tag. */
interface CaseTagTable {
  case_id: string;
  tag: string;
  scope: string;
  active_at: number;
  number: number;
}

/** Cases whose entries changed since they were indexed. */
interface StaleCaseWordsTable {
  case_id: string;
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
  /** "message" from the person, our "reply", a "call", or an internal "note". */
  kind: string;
  staff_id: string | null;
  text: string;
  /** JSON array of staff IDs. */
  mentions: string;
  /** How a message came in, "page", "app" or "email", or a call's `CallOutcome`; null for the others. */
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
  /** The `ReportLetter` that it is; "" for any other. */
  letter: Generated<string>;
  /** New status of the case or application; "" keeps it. */
  status_after: string;
  /** Why it is not sent and becomes a draft: a `StopReason`; "" if nothing stops it. */
  stopped: Generated<string>;
  /** Its entry; null until it is sent. */
  entry_id: string | null;
  /** Its email in the outbox; null until it is sent, and for a text. */
  email_id: string | null;
  /** Its text; null until it is sent, and for an email. */
  text_id: Generated<string | null>;
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

interface SavedViewTable {
  id: string;
  staff_id: string;
  name: string;
  query: string;
  /** 0 or 1. */
  is_shared: number;
  created_at: number;
  /** "inbox" or "customers". */
  list: Generated<string>;
}

/** Notes on a person rather than on a case. */
interface ContactNoteTable {
  id: string;
  /** The person's email address by `emailKey`. */
  email: string;
  at: number;
  staff_id: string;
  text: string;
  /** JSON array of staff IDs. */
  mentions: string;
}

/** Time limits for answers, by form; a form without a row has the default. */
interface AnswerTimeTable {
  form: string;
  /** Working hours. */
  hours: number;
}

/** Days off that differ from the federal holidays. */
interface OfficeHolidayTable {
  /** A day, YYYY-MM-DD, or the key of a federal holiday. */
  day: string;
  /** "" for a federal holiday. */
  name: string;
  /** 1: the office is closed; 0: a federal holiday on which it is open. */
  is_closed: number;
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

/** Which staff member has which record open. */
interface CasePresenceTable {
  staff_id: string;
  /** The list that it is in: a name of `Feature.liveTopics`. */
  topic: string;
  reference: string;
  seen_at: number;
  /** 1 while they write a reply or a note. */
  is_writing: Generated<number>;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends MessageTables {}
}
