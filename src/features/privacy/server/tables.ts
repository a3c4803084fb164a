import type { Generated } from "kysely";

/** Its tables. Times are milliseconds since 1970. */
export interface PrivacyTables {
  readonly privacy_cases: PrivacyCaseTable;
  readonly privacy_letters: PrivacyLetterTable;
  readonly privacy_links: PrivacyLinkTable;
  readonly privacy_files: PrivacyFileTable;
  readonly ad_opt_outs: AdOptOutTable;
  readonly carried_out_deletions: CarriedOutDeletionTable;
}

/** One request to delete or to copy somebody's data. */
interface PrivacyCaseTable {
  /** The submission's ID, or a new UUIDv7. */
  id: string;
  /** The submission's reference, or a new one. */
  reference: string;
  /** Null for a request that staff entered. */
  submission_id: string | null;
  /** One of `privacyKinds`. */
  kind: string;
  /** How it came in: one of `privacySources`. */
  source: string;
  name: string;
  /** In lower case. */
  email: string;
  /** As typed; "" if the person gave none. */
  support_id: string;
  /** A `PrivacyStatus`. */
  status: string;
  /** "open", "closed" or "spam": follows from the status and the submission's spam mark. */
  scope: string;
  assignee_id: string | null;
  received_at: number;
  /** When the answer, or the decision on the appeal, is due. */
  due_at: number;
  identity_at: number | null;
  /** "link", or how a staff member verified it; "" until then. */
  identity_how: string;
  started_at: number | null;
  extended_at: number | null;
  /** Shown to the person; "" without an extension. */
  extension_reason: string;
  closed_at: number | null;
  /** Staff member who closed it. Null: the command line, or it is open. */
  closed_by: string | null;
  /** 1 if it was closed before it was due, else 0. */
  in_time: number | null;
  /** Shown to the person; "" unless denied. */
  denial_reason: string;
  /** JSON of Receipt; "" until the data is deleted. */
  receipt: string;
  appeal_at: number | null;
  appeal_text: string;
  appeal_decided_at: number | null;
  /** Shown to the person. */
  appeal_reason: string;
  /** Number of changes, for optimistic locking. */
  version: number;
  /** When `version` was set; 0 in rows of older releases. */
  changed_at: Generated<number>;
  /** What the person wants us to know; "" without. */
  details: Generated<string>;
  /** JSON of `Correction[]`; "" unless they asked for a correction. */
  corrections: Generated<string>;
  /** Who asks for them; "" if they ask themselves, as the next two. */
  agent_name: Generated<string>;
  /** By `emailKey`. */
  agent_email: Generated<string>;
  /** One of `agentRoles`. */
  agent_role: Generated<string>;
  /** When staff accepted the agent's proof. */
  authority_at: number | null;
}

/** Files with which an agent shows that they may ask. */
interface PrivacyFileTable {
  /** UUIDv7. */
  id: string;
  case_id: string;
  /** In the file store; removed with the row, by a trigger. */
  file: string;
  name: string;
  mime_type: string;
  /** In bytes. */
  size: number;
  at: number;
}

/** Who does not want ad companies to hear of them: one row for each way in which they said so. */
interface AdOptOutTable {
  /** UUIDv7. */
  id: string;
  /** Null without an account. */
  uid: string | null;
  /** By `emailKey`: that of the account when they said so. */
  email: string;
  /** An `OptOutWay`. */
  how: string;
  at: number;
}

/** Emails to the person about a request. */
interface PrivacyLetterTable {
  /** UUIDv7. */
  id: string;
  case_id: string;
  at: number;
  /** A `LetterKind`. */
  kind: string;
  title: string;
  /** Paragraphs, without links. */
  text: string;
  /** Null: sent automatically. */
  staff_id: string | null;
  email_id: string;
  delivered_at: number | null;
  failed_at: number | null;
  /** Code of the failure, as in the outbox; "" without one. */
  failure: string;
}

interface PrivacyLinkTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  case_id: string;
  /** A `PrivacyLinkKind`. */
  kind: string;
  created_at: number;
  expires_at: number;
}

/** Deletions that people or staff asked for; also in files outside the database (`deletion-list`). */
interface CarriedOutDeletionTable {
  /** UUIDv7. */
  id: string;
  at: number;
  /** JSON array of keyed hashes of what was deleted; null once they have expired. */
  subjects: string | null;
  /** Days of the server's running until the hashes expire: no clock can skip them. */
  days_left: number;
  /** When the files were written; null until then. */
  listed_at: number | null;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends PrivacyTables {}
}
