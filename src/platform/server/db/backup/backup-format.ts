import { createHash } from "node:crypto";
import { z } from "zod";
import { sqliteFile } from "../client.ts";
import type { Database } from "../schema.ts";

/**
 * A backup is one gzip file of JSON lines. The format is the same for both engines: a backup of one
 * can be restored into the other. It has a header line, the rows of each table, the other files of
 * `DATA_DIR` in chunks, and a last line with the counts. Each table and each file is a part that
 * ends with the checksum of its lines; the last line has the checksum of all lines before it.
 * Version 1 has no checksums; it can still be restored.
 */
export const backupVersion = 2;

/** Maximum length of a line, in bytes; a longer line is damaged. A chunk of a file takes 1.4 MB. */
export const maxLineBytes = 16 * 1024 * 1024;

/** Files of SQLite in `DATA_DIR`; a backup contains their rows instead. */
export const databaseNames = [sqliteFile, `${sqliteFile}-wal`, `${sqliteFile}-shm`];

/** Every table with its text key columns for paging; a new table must be added here. */
export const tableKeys: Readonly<Record<keyof Database, string | readonly string[]>> = {
  app_secrets: "name",
  clock_state: "name",
  newsletter_subscribers: "id",
  newsletter_addresses: "id",
  newsletter_suppressions: "address_hash",
  newsletter_days: "day",
  newsletter_confirmations: "token_hash",
  newsletter_sync: "id",
  newsletter_sync_state: "target",
  submissions: "id",
  accounts: "uid",
  profiles: "uid",
  sessions: "id",
  one_time_tokens: "token_hash",
  throttles: "key",
  passkeys: "id",
  recovery_codes: "code_hash",
  completed_requests: ["uid", "id"],
  pictures: "path",
  payment_accounts: "uid",
  webhook_events: "id",
  mail_outbox: "id",
  deleted_accounts: "support_id",
  applications: "id",
  apply_visitors: "token_hash",
  conversions: "id",
  funnel_events: "id",
  file_removals: "path",
  staff: "id",
  staff_sessions: "id",
  staff_passkeys: "id",
  staff_recovery_codes: "code_hash",
  staff_tokens: "token_hash",
  audit_log: "id",
  cases: "id",
  case_tags: ["case_id", "tag"],
  case_changes: "id",
  answer_times: "form",
  office_holidays: "day",
  retention_rules: "kind",
  retention_runs: "day",
  conversation_entries: "id",
  conversation_replies: "id",
  conversation_drafts: "id",
  conversation_inbound_emails: "id",
  conversation_sent_emails: "id",
  reply_templates: "id",
  saved_views: "id",
  case_presence: "staff_id",
  person_notes: "id",
  separate_cases: "case_id",
  email_spellings: "spelling",
  application_notes: "id",
  application_changes: "id",
  separate_applications: ["application_id", "other_id"],
  application_sources: "id",
  waitlist_people: "id",
  webhook_endpoints: "id",
  webhook_messages: "id",
  webhook_deliveries: "id",
  api_tokens: "id",
  funnel_days: ["day", "track", "source", "kind"],
  privacy_cases: "id",
  privacy_log: "id",
  privacy_letters: "id",
  privacy_links: "token_hash",
  erasures: "id",
  carried_out_deletions: "id",
  search_rebuilds: "name",
  stale_case_words: "case_id",
};

/** Search indexes in separate tables: not in backups, and rebuilt by the server. */
export const derivedTables = /^(?:case|application)_words(_|$)/;

export const tables = Object.keys(tableKeys) as (keyof Database)[];

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const backupLine = z.union([
  z.strictObject({
    version: z.literal([1, backupVersion]),
    migration: z.string(),
    createdAt: z.string(),
  }),
  z.strictObject({ table: z.enum(tables), row }),
  z.strictObject({ file: z.string(), base64: z.string() }),
  z.strictObject({ part: z.string(), sha256: z.string() }),
  z.strictObject({
    end: z.strictObject({
      rows: z.number(),
      files: z.number(),
      sha256: z.string().optional(),
    }),
  }),
]);

export type BackupLine = z.infer<typeof backupLine>;
export type BackupRow = z.infer<typeof row>;

export interface BackupCounts {
  rows: number;
  files: number;
}

/** Checksums of a backup's lines as they are written or read: SHA-256 in hexadecimal. */
export class BackupChecksums {
  #part = createHash("sha256");
  readonly #total = createHash("sha256");

  /** @param lines complete lines with their line ends */
  add(lines: string | Buffer): void {
    this.#part.update(lines);
    this.#total.update(lines);
  }

  /** The checksum of the lines since the last part; starts the next part. */
  endPart(): string {
    const sum = this.#part.digest("hex");
    this.#part = createHash("sha256");
    return sum;
  }

  total(): string {
    return this.#total.copy().digest("hex");
  }
}
