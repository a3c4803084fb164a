import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { callOutcomeNames } from "../../../messages/contract/calls.ts";
import { callOutcomes } from "../../../messages/contract/entries.ts";
import { inboxForms } from "../../../messages/contract/inbox.ts";
import { isBegunByStaff } from "../../../messages/contract/staff-begun.ts";
import { selectSeparateCases } from "../../../messages/server/cases/separate-cases.ts";
import { describeEvent } from "../../../staff/server/event-words.ts";
import type { TimelineLine } from "../../contract/customers.ts";

/** Lines of the time line, the newest; each source is read up to this many. */
const maxLines = 200;
/** Characters of a text that a line shows. */
const maxText = 160;

/** The account whose time line it is. */
interface Owner {
  readonly uid: string;
  readonly email_key: string;
  readonly support_id: string;
  /** Accounts that were merged into it. */
  readonly former: readonly { readonly email_key: string; readonly support_id: string }[];
  readonly created_at: number;
  readonly email_verified_at: number | null;
  readonly totp_enabled_at: number | null;
  readonly disabled_at: number | null;
}

/** Everything that happened with a customer, newest first. */
export async function readTimeline(
  db: Kysely<Database>,
  customer: Owner,
): Promise<readonly TimelineLine[]> {
  const emails = [customer, ...customer.former].map((one) => one.email_key);
  const lines = await Promise.all([
    readCases(db, emails),
    readEntries(db, emails),
    readEmails(db, customer.uid),
    readTexts(db, customer.uid),
    readConsents(db, customer.uid),
    readRequests(db, customer.uid),
    readAccountEvents(db, customer),
    readActs(db, customer),
  ]);
  return lines
    .flat()
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1))
    .slice(0, maxLines);
}

type NewLine = Pick<TimelineLine, "id" | "kind" | "what"> &
  Partial<Pick<TimelineLine, "text" | "reference" | "by">>;

/** @param time milliseconds since 1970 */
function line(time: number, rest: NewLine): TimelineLine {
  const at = new Date(Number(time)).toISOString();
  return { at, text: "", reference: "", by: "", ...rest };
}

function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, " ");
  return words.length > maxText ? `${words.slice(0, maxText).trimEnd()}…` : words;
}

/** Their messages, whose first text is not an entry, unlike that of what staff began. */
async function readCases(db: Kysely<Database>, emails: readonly string[]): Promise<TimelineLine[]> {
  const rows = await selectOwnCases(db, emails)
    .select(["cases.reference", "cases.form", "cases.created_at"])
    .orderBy("cases.created_at", "desc")
    .limit(maxLines)
    .execute();
  return rows
    .filter(({ form }) => !isBegunByStaff(form))
    .map(({ reference, form, created_at: at }) =>
      line(at, { id: reference, kind: "message", what: inboxForms[form] ?? form, reference }),
    );
}

/** What they wrote later, our replies, and calls. */
async function readEntries(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<TimelineLine[]> {
  const rows = await selectOwnCases(db, emails)
    .innerJoin("conversation_entries as entries", "entries.case_id", "cases.id")
    .leftJoin("staff", "staff.id", "entries.staff_id")
    .select(["entries.id", "entries.at", "entries.kind", "entries.text", "entries.via"])
    .select(["cases.reference", "cases.form", "staff.name"])
    .where("entries.kind", "in", ["message", "reply", "call"])
    .orderBy("entries.at", "desc")
    .limit(maxLines)
    .execute();
  return rows.map((row) =>
    line(row.at, {
      id: row.id,
      ...nameEntry(row),
      text: firstWords(row.text),
      reference: row.reference,
      by: row.kind === "message" ? "" : (row.name ?? ""),
    }),
  );
}

function nameEntry(row: {
  readonly kind: string;
  readonly via: string | null;
  readonly form: string;
}): Pick<TimelineLine, "kind" | "what"> {
  const about = inboxForms[row.form] ?? row.form;
  if (row.kind === "reply") return { kind: "reply", what: `Reply to ${about}` };
  if (row.kind === "message")
    return { kind: "message", what: row.via === "email" ? "Email" : about };
  const outcome = callOutcomes.find((one) => one === row.via);
  const result = outcome ? `: ${callOutcomeNames[outcome].toLowerCase()}` : "";
  return { kind: "call", what: `Call${result}` };
}

function selectOwnCases(db: Kysely<Database>, emails: readonly string[]) {
  return db
    .selectFrom("cases")
    .where("cases.email", "in", emails)
    .where("cases.scope", "!=", "spam")
    .where("cases.id", "not in", selectSeparateCases(db));
}

/** Automatic emails to the account. */
async function readEmails(db: Kysely<Database>, uid: string): Promise<TimelineLine[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(["id", "kind", "created_at", "subject", "sent_at", "failed_at"])
    .where("uid", "=", uid)
    .orderBy("created_at", "desc")
    .limit(maxLines)
    .execute();
  return rows.map((row) => {
    const { id, created_at: at, subject, failed_at: failedAt, sent_at: sentAt } = row;
    const state =
      failedAt !== null ? "Email not delivered" : sentAt === null ? "Email waiting" : "Email";
    const kind = row.kind.startsWith("request-") ? "request" : "email";
    return line(at, { id, kind, what: subject === "" ? state : `${state}: ${subject}` });
  });
}

/** Texts that are in no conversation: automatic ones, and STOP and START. */
async function readTexts(db: Kysely<Database>, uid: string): Promise<TimelineLine[]> {
  const rows = await db
    .selectFrom("texts")
    .select(["id", "direction", "body", "request_id", "created_at", "sent_at", "failed_at"])
    .where("uid", "=", uid)
    .where("case_id", "is", null)
    .orderBy("id", "desc")
    .limit(maxLines)
    .execute();
  return rows.map((row) => {
    const isOurs = row.direction === "out";
    const state = row.failed_at !== null ? " not sent" : row.sent_at === null ? " waiting" : "";
    return line(row.created_at, {
      id: row.id,
      kind: row.request_id !== null ? "request" : isOurs ? "reply" : "message",
      what: isOurs ? `Text from us${state}` : "Text",
      text: firstWords(row.body),
    });
  });
}

/** What they said about texts; on the phone it is an act of staff. */
async function readConsents(db: Kysely<Database>, uid: string): Promise<TimelineLine[]> {
  const rows = await db
    .selectFrom("text_consents")
    .select(["id", "state", "source", "at"])
    .where("uid", "=", uid)
    .where("source", "!=", "call")
    .where("state", "!=", "replies")
    .orderBy("id", "desc")
    .limit(maxLines)
    .execute();
  return rows.map(({ id, state, source, at }) => {
    const how = source === "text" ? "by text" : "in the settings";
    const what = `${state === "stopped" ? "Ended" : "Allowed"} texts ${how}`;
    return line(at, { id, kind: "account", what });
  });
}

async function readRequests(db: Kysely<Database>, uid: string): Promise<TimelineLine[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .select(["id", "request_title", "assigned_to", "request_completed"])
    .select(["date_completed", "created_at"])
    .where("uid", "=", uid)
    .orderBy("created_at", "desc")
    .limit(maxLines)
    .execute();
  return rows.flatMap((row) => {
    const added = line(row.created_at, {
      id: `${row.id}-added`,
      kind: "request",
      what: `Request: ${row.request_title}`,
    });
    if (Number(row.request_completed) !== 1 || row.date_completed === null) return [added];
    const by = row.assigned_to === "" ? "" : ` by ${row.assigned_to}`;
    const done = {
      id: row.id,
      kind: "request",
      what: `Completed${by}: ${row.request_title}`,
    } as const;
    return [added, line(row.date_completed * 1000, done)];
  });
}

async function readAccountEvents(db: Kysely<Database>, customer: Owner): Promise<TimelineLine[]> {
  const { uid } = customer;
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["id", "created_at"])
    .where("uid", "=", uid)
    .execute();
  const events: readonly (readonly [string, number | null, string])[] = [
    ["created", customer.created_at, "Made the account"],
    ["confirmed", customer.email_verified_at, "Confirmed the email"],
    ["authenticator", customer.totp_enabled_at, "Set up a code app"],
    ["locked", customer.disabled_at, "Account locked"],
    ...passkeys.map((one) => [`passkey-${one.id}`, one.created_at, "Added a passkey"] as const),
  ];
  return events.flatMap(([id, at, what]) =>
    at === null ? [] : [line(at, { id: `${uid}-${id}`, kind: "account", what })],
  );
}

/** What staff did to the account or looked at, except that they opened the page. */
async function readActs(
  db: Kysely<Database>,
  { support_id: own, former }: Pick<Owner, "support_id" | "former">,
): Promise<TimelineLine[]> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "at", "actor", "kind", "data", "undoes"])
    .where("target", "in", [own, ...former.map((one) => one.support_id)])
    // The line of the merged account says the same as that of this one.
    .where((row) => row.or([row("target", "=", own), row("kind", "!=", "account.merged")]))
    .where("audit", "=", "change")
    .orderBy("id", "desc")
    .limit(maxLines)
    .execute();
  return rows.map((event) => {
    const { id, at, actor: by } = event;
    return line(at, { id, kind: "staff", what: describeEvent(event), by });
  });
}
