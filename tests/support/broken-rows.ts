import { type RawBuilder, type SqlBool, sql } from "kysely";
import { openStatuses } from "../../src/features/messages/contract/inbox.ts";
import { farFuture } from "../../src/features/messages/server/cases/case-clock.ts";
import { openPrivacyStatuses } from "../../src/features/privacy/contract/cases.ts";
import { describeEvent } from "../../src/features/staff/server/event-words.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";

type Condition = RawBuilder<SqlBool>;

const isOpen = sql`status in (${sql.join(openStatuses)})`;
const isOpenPrivacy = sql`status in (${sql.join(openPrivacyStatuses)})`;

/** Staff whom staff disabled. */
const disabled = sql`select staff.id from staff join events on events.kind = 'staff'
  and events.data like '%"disabled"%' and events.data like '%' || staff.email || '%'
  where staff.disabled_at is not null`;

/**
 * What no row may be, whatever was done before: columns that belong together, copies that must
 * agree, and what must be gone. In words of what is wrong.
 */
const broken = {
  cases: {
    "closed without a time, or open with one": sql`(scope = 'closed') <> (closed_at is not null)`,
    "put off without a day, or with one although it is not": sql`(scope = 'snoozed') <> (snoozed_until is not null)
      or (snoozed_until is null) <> (snooze_reason is null)`,
    "a scope that is not of its status": sql`scope <> 'spam' and (scope <> 'closed') <> (${isOpen})`,
    "waits in the wrong states": sql`
      (waiting_since < ${farFuture}) <> (scope not in ('closed', 'spam') and status <> 'waiting')`,
    "due without waiting, or the other way round": sql`(waiting_since < ${farFuture}) <> (due_at < ${farFuture})`,
    "a part of an answer": sql`(answered_at is null) <> (answer_minutes is null)
      or (answered_at is null) <> (answer_in_time is null)`,
    "merged without the status": sql`status <> 'merged' and id in (select case_id from case_merges)`,
    "not its submission": sql`not exists (select 1 from submissions s where s.id = cases.id
      and s.reference = cases.reference and (s.spam_reason is not null) = (cases.scope = 'spam'))`,
  },
  case_tags: {
    "not as its case": sql`not exists (select 1 from cases c where c.id = case_tags.case_id
      and c.scope = case_tags.scope and c.active_at = case_tags.active_at and c.number = case_tags.number)`,
  },
  conversation_entries: {
    "of none or of two": sql`(case_id is null) = (application_id is null)`,
  },
  conversation_replies: {
    "of none or of two": sql`(case_id is null) = (application_id is null)`,
    "sent, with the draft": sql`entry_id is not null and (text <> '' or draft <> '')`,
    "sent without an email or a text": sql`(entry_id is not null) <> (email_id is not null or text_id is not null)`,
  },
  reply_files: {
    "of none or of two": sql`(case when draft_id is null then 0 else 1 end) +
      (case when new_draft_id is null then 0 else 1 end) + (case when reply_id is null then 0 else 1 end) <> 1`,
  },
  privacy_cases: {
    "a scope that is not of its status": sql`scope <> 'spam' and (scope = 'open') <> (${isOpenPrivacy})`,
    "closed without a time, or open with one": sql`(closed_at is null) <> (${isOpenPrivacy})`,
    "judged before it is closed, or not after": sql`(closed_at is null) <> (in_time is null)`,
    "closed by someone and open": sql`closed_at is null and closed_by is not null and appeal_at is null`,
    "denied without a reason": sql`status = 'denied' and denial_reason = ''`,
    "identity without its way": sql`(identity_at is null) <> (identity_how = '')`,
    "extended without a reason": sql`(extended_at is null) <> (extension_reason = '')`,
    "decided without an appeal": sql`appeal_decided_at is not null and appeal_at is null`,
    "granted, with who denied it": sql`appeal_decided_at is not null and closed_at is null and closed_by is not null`,
  },
  privacy_links: {
    "for the identity of a closed request": sql`kind = 'identity' and case_id in
      (select id from privacy_cases where closed_at is not null)`,
  },
  requests: {
    "due in another state": sql`due_at is not null and state <> 'asked'`,
    "canceled in part": sql`(state = 'canceled') <> (canceled_at is not null)
      or (state = 'canceled') <> (canceled_by <> '') or (state <> 'canceled' and cancel_reason <> '')`,
    // The day of a completed one may be pending.
    "completed in another state": sql`completed_at is not null and state <> 'done'`,
    "feedback before it is done": sql`feedback <> '' and state <> 'done'`,
    "not as its document": sql`document_id is not null and not exists (select 1 from completed_requests d
      where d.uid = requests.uid and d.id = requests.document_id and d.request_title = requests.title
      and d.assigned_to = requests.provider_name and d.assigned_to_uid = requests.provider_id
      and coalesce(d.price_cents, -1) = coalesce(requests.price_cents, -1)
      and (d.request_completed = 1) = (requests.state = 'done'))`,
  },
  accounts: {
    "unlocked, with a reason": sql`disabled_at is null and (locked_by is not null or lock_reason is not null)`,
    "codes without a secret": sql`totp_enabled_at is not null and totp_secret is null`,
  },
  sessions: {
    "of an account that staff locked": sql`uid in (select uid from accounts where locked_by is not null)`,
  },
  one_time_tokens: {
    "of an account that staff locked": sql`kind in ('reset-password', 'verify-email', 'change-email', 'login-code')
      and uid in (select uid from accounts where locked_by is not null)`,
  },
  caller_checks: {
    "over, with a code": sql`(passed_at is not null or ended_at is not null) and code_hash is not null`,
    "passed, with answers": sql`passed_at is not null and matched <> '[]'`,
  },
  staff_sessions: {
    "of a disabled person": sql`staff_id in (${disabled})`,
  },
  staff_tokens: {
    "of a disabled person": sql`staff_id in (${disabled})`,
  },
  mail_outbox: {
    "sent, with a part of the contents": sql`sent_at is not null and recipient = '' and
      (subject <> '' or text <> '' or html <> '' or headers <> '{}' or attachments <> '[]' or failure is not null)`,
    "sent and abandoned": sql`sent_at is not null and failed_at is not null`,
    "without a recipient": sql`sent_at is null and recipient = ''`,
  },
  texts: {
    "delivered and failed": sql`delivered_at is not null and failed_at is not null`,
    "came in, but is to be sent": sql`direction = 'in' and sent_at is null`,
  },
  webhook_endpoints: {
    "off without a reason": sql`(off_at is null) <> (off_reason = '')`,
  },
  webhook_deliveries: {
    "sent, with a problem": sql`state = 'sent' and problem <> ''`,
  },
  applications: {
    "sent without a time or a reference": sql`(status <> 'draft') <> (submitted_at is not null)
      or (submitted_at is null) <> (reference is null)`,
    "merged, but no duplicate": sql`joined_at is not null and duplicate_of is null`,
  },
  events: {
    "audited without who": sql`audit is not null and actor = ''`,
    "audited without of what": sql`audit in ('change', 'export', 'opened') and target = ''
      and (kind <> 'text' or data like '%Downloaded%')`,
  },
} as const satisfies { readonly [Table in keyof Database]?: Readonly<Record<string, Condition>> };

/** The tables that had rows; all on SQLite. PostgreSQL plans a condition slower than it runs it. */
async function listFilled({ db, engine }: Pick<DatabaseClient, "db" | "engine">) {
  if (engine === "sqlite") return Object.keys(broken);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and pg_relation_size(oid) > 0`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns a line for each kind of broken row; empty if all is well */
export async function findBrokenRows(
  database: Pick<DatabaseClient, "db" | "engine">,
): Promise<string[]> {
  const { db } = database;
  const filled = await listFilled(database);
  const checked = Object.entries(broken).filter(([table]) => filled.includes(table));
  const parts = checked.flatMap(([table, kinds]) =>
    Object.entries(kinds as Readonly<Record<string, Condition>>).map(
      ([what, condition]) => sql`select ${`${table}: ${what}`} as line where exists
        (select 1 from ${sql.table(table)} where ${condition})`,
    ),
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<{ line: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const emails = await db.selectFrom("mail_outbox").select(["subject", "text"]).execute();
  const events = await db.selectFrom("events").select(["kind", "data", "undoes"]).execute();
  const words = new Set([
    ...emails.map(({ subject, text }) => `${subject}: ${text}`),
    ...events.flatMap((event) => [describeEvent(event, "history"), describeEvent(event)]),
  ]);
  // Random tokens and references contain any letters.
  const unfilled = [...words].filter((one) =>
    /\b(?:undefined|NaN|Invalid Date)\b|\[object/.test(
      one.replaceAll(/\S*[/=:]\S*|\b[\w-]{20,}\b/g, ""),
    ),
  );
  return [...rows.map(({ line }) => line), ...unfilled];
}
