import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import {
  type ConversationEntry,
  type ConversationState,
  conversationDays,
  conversationPath,
  conversationTitle,
} from "../../contract/conversations.ts";
import type { CaseStatus } from "../../contract/desk/inbox.ts";
import type { Database } from "../platform/db/schema.ts";
import { days } from "../platform/durations.ts";
import { farFuture, inboxCollections, readSubmittedCase } from "../records/cases/submitted-case.ts";
import { readConversationToken } from "../records/conversations/link.ts";

/** Entries that a page shows: the newest ones. */
const maxShown = 200;

/** Entries that the person may see. */
const shownKinds = ["message", "reply"];

/** No submission has it: a wrong token costs the same look at the database as an expired one. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** What a valid token opens. */
export interface Conversation {
  /** Id of the submission, and of its case. */
  readonly id: string;
  readonly token: string;
  readonly form: string;
  readonly reference: string;
  readonly data: string;
  readonly createdAt: number;
  /** Until when the link works. */
  readonly openUntil: number;
}

/**
 * The conversation of a personal link; undefined for a wrong token, an expired one, and one of a
 * submission that was deleted.
 * @param now milliseconds since 1970
 */
export async function findConversation(
  db: Kysely<Database>,
  secret: Buffer,
  token: string,
  now: number,
): Promise<Conversation | undefined> {
  const id = readConversationToken(secret, token);
  const row = await db
    .selectFrom("submissions")
    .select(["id", "collection", "reference", "data", "created_at"])
    .select((row) =>
      row
        .selectFrom("case_entries")
        .select(({ fn }) => fn.max("at").as("at"))
        .whereRef("case_id", "=", "submissions.id")
        .where("kind", "in", shownKinds)
        .as("last_at"),
    )
    .where("id", "=", id ?? nobody)
    .where("collection", "in", inboxCollections)
    .executeTakeFirst();
  if (!row) return undefined;
  const createdAt = Number(row.created_at);
  const openUntil = Math.max(createdAt, Number(row.last_at ?? 0)) + days(conversationDays);
  if (now >= openUntil) return undefined;
  const { collection: form, reference, data } = row;
  return { id: row.id, token, form, reference, data, createdAt, openUntil };
}

/** What the page of a conversation shows. @param now milliseconds since 1970 */
export async function readConversation(
  db: Kysely<Database>,
  conversation: Conversation,
  now: number,
  shows: ConversationState["shows"],
): Promise<ConversationState> {
  const { id, form, reference, data, token, createdAt, openUntil } = conversation;
  const values = JSON.parse(data) as Readonly<Record<string, string | undefined>>;
  const submitted = readSubmittedCase(form, values);
  // Made by a job: a link that is opened at once finds none.
  const found = await db
    .selectFrom("cases")
    .leftJoin("staff", "staff.id", "cases.assignee_id")
    .select(["cases.status", "cases.due_at", "staff.name as colleague"])
    .where("cases.id", "=", id)
    .executeTakeFirst();
  const first = { id: "first", from: null, at: toIso(createdAt), text: submitted.message };
  const further = await readEntries(db, id);
  return {
    path: conversationPath(token),
    title: conversationTitle(form),
    reference,
    name: firstWord(submitted.name),
    email: values.email ?? "",
    status: (found?.status ?? "new") as CaseStatus,
    colleague: firstWord(found?.colleague ?? ""),
    dueAt: found && Number(found.due_at) !== farFuture ? toIso(Number(found.due_at)) : null,
    entries: submitted.message === "" ? further : [first, ...further],
    openUntil: toIso(openUntil),
    now: toIso(now),
    key: randomUUID(),
    shows,
  };
}

async function readEntries(db: Kysely<Database>, id: string): Promise<ConversationEntry[]> {
  const rows = await db
    .selectFrom("case_entries")
    .leftJoin("staff", "staff.id", "case_entries.staff_id")
    .select(["case_entries.id", "case_entries.kind", "case_entries.at", "case_entries.text"])
    .select(sql<string | null>`staff.name`.as("colleague"))
    .where("case_entries.case_id", "=", id)
    .where("case_entries.kind", "in", shownKinds)
    .orderBy("case_entries.id", "desc")
    .limit(maxShown)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    from: row.kind === "reply" ? firstWord(row.colleague ?? "") : null,
    at: toIso(Number(row.at)),
    text: row.text,
  }));
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
