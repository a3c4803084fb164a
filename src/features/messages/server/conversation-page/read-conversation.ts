import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { firstWord } from "../../../../platform/contract/text.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import type { Track } from "../../../recruiting/contract/recruiting-endpoints.ts";
import {
  type ConversationEntry,
  type ConversationState,
  conversationDays,
  conversationPath,
  conversationTitle,
} from "../../contract/conversations.ts";
import { type CaseStatus, openStatuses } from "../../contract/inbox.ts";
import { farFuture } from "../cases/case-clock.ts";
import { findKept, holdsCancellation, readMerged } from "../cases/merged-cases.ts";
import { inboxCollections, readSubmittedCase } from "../cases/submitted-case.ts";
import { readSentFiles } from "../reply-files/attached-files.ts";
import {
  findLastEmail,
  type PageQuery,
  type Particulars,
  readApplicationParts,
} from "./application-parts.ts";
import { inOrder, readFirstMessages } from "./first-messages.ts";
import {
  type ConversationEmails,
  findEmailText,
  readConversationEmails,
} from "./inbound-emails.ts";
import { readConversationToken } from "./link.ts";
import { idsOf, type Owner, ownerColumns } from "./owner.ts";
import { findQuotes, maxShownLength, shortenTexts } from "./shown-text.ts";

/** Entries that a page shows: the newest ones. */
const maxShown = 200;

/** Entries that the person may see. */
const shownKinds = ["message", "reply"];

/**
 * An id without a conversation, so that a wrong token costs the same database lookup as an expired
 * one.
 */
const nobody = "00000000-0000-0000-0000-000000000000";

export interface Conversation {
  /** Where answers are stored; the case has the id of its submission. */
  readonly owner: Owner;
  /** What the page shows: for a merged case the one that it is merged into. */
  readonly shown: Owner;
  /** That of the link that we send today. */
  readonly token: string;
  readonly form: string;
  readonly reference: string;
  /** Expiry of the link, in milliseconds since 1970. */
  readonly openUntil: number;
}

/**
 * The conversation of a personal link; undefined for a wrong token, an expired one, and one of a
 * submission or application that was deleted.
 */
export async function findConversation(
  db: Kysely<Database>,
  secret: Buffer,
  given: string,
  now: number,
): Promise<Conversation | undefined> {
  const read = readConversationToken(secret, given);
  const id = read?.submissionId ?? nobody;
  const token = read?.token ?? given;
  const kept = await findKept(db, id);
  const merged = await readMerged(db, kept);
  const ids = [kept, ...merged.keys()];
  const [submissions, application, lastAt, mailedAt] = await Promise.all([
    db
      .selectFrom("submissions")
      .select(["id", "collection", "reference", "created_at"])
      .where("id", "in", ids)
      .where("collection", "in", inboxCollections)
      .execute(),
    db
      .selectFrom("applications")
      .select(["track", "reference", "submitted_at", "status_at"])
      .where("id", "=", id)
      .where("submitted_at", "is not", null)
      .executeTakeFirst(),
    findLastEntry(db, ids),
    findLastEmail(db, id),
  ]);
  const linkOf = (kind: Owner["kind"], form: string, reference: string, newestAt: number) => {
    const openUntil = newestAt + days(conversationDays);
    const shown = { kind, id: kept, merged };
    const link = { owner: { kind, id }, shown, token, form, reference, openUntil };
    return now < openUntil ? link : undefined;
  };
  const submission = submissions.find((row) => row.id === kept);
  if (submission) {
    const newestAt = Math.max(...submissions.map((row) => Number(row.created_at)), lastAt);
    return linkOf("case", submission.collection, submission.reference, newestAt);
  }
  if (!application) return undefined;
  const { collection } = applicationForms[application.track as Track];
  const { reference, submitted_at: sentAt, status_at: movedAt } = application;
  const newestAt = Math.max(Number(sentAt ?? 0), Number(movedAt ?? 0), lastAt, mailedAt);
  return linkOf("application", collection, reference ?? "", newestAt);
}

/** Creation time of the newest entry that the person may see; 0 without one. */
async function findLastEntry(db: Kysely<Database>, ids: readonly string[]): Promise<number> {
  const lists = await Promise.all(
    Object.values(ownerColumns).map((column) =>
      db
        .selectFrom("conversation_entries")
        .select(({ fn }) => fn.max("at").as("at"))
        .where(column, "in", ids)
        .where("kind", "in", shownKinds)
        .execute(),
    ),
  );
  return Math.max(...lists.flat().map(({ at }) => Number(at ?? 0)));
}

/** What the page of a conversation shows. @param now milliseconds since 1970 */
export async function readConversation(
  db: Kysely<Database>,
  conversation: Conversation,
  now: number,
  query: PageQuery = {},
): Promise<ConversationState> {
  const { shown: owner, form, reference, token, openUntil } = conversation;
  const emails = await readConversationEmails(db, owner);
  const entries = await readEntries(db, owner, token, emails);
  const first = owner.kind === "case" ? await readFirstMessages(db, owner, emails) : [];
  const particulars =
    owner.kind === "case"
      ? await readCaseParts(db, owner.id)
      : await readApplicationParts(db, owner.id, { ...query, entries }, now);
  return {
    kind: owner.kind,
    path: conversationPath(token),
    title: conversationTitle(form),
    reference,
    ...particulars,
    entries: inOrder(
      first
        .filter(({ text }) => text !== "")
        .map(({ isCut, email, ...message }) => ({
          ...message,
          from: null,
          email,
          files: [],
          wholePath: isCut && email ? wholePathOf(token, email.id) : null,
        })),
      entries,
    ),
    openUntil: toIso(openUntil),
    now: toIso(now),
    key: randomUUID(),
    shows: query.shows ?? null,
  };
}

async function readCaseParts(db: Kysely<Database>, id: string): Promise<Particulars> {
  // A job creates the case: a link that is opened at once may find none.
  const row = await db
    .selectFrom("submissions")
    .leftJoin("cases", "cases.id", "submissions.id")
    .leftJoin("staff", "staff.id", "cases.assignee_id")
    .select(["submissions.collection", "submissions.data"])
    .select(["cases.status", "cases.due_at", "staff.name as colleague"])
    .where("submissions.id", "=", id)
    .executeTakeFirstOrThrow();
  const values = JSON.parse(row.data) as Readonly<Record<string, string | undefined>>;
  const { name } = readSubmittedCase(row.collection, values);
  const status = (row.status ?? "new") as CaseStatus;
  const dueAt = Number(row.due_at ?? farFuture);
  const isOpen = openStatuses.includes(status);
  return {
    name: firstWord(name),
    email: values.email ?? "",
    status,
    colleague: firstWord(row.colleague ?? ""),
    dueAt: dueAt === farFuture ? null : toIso(dueAt),
    canClose:
      isOpen &&
      !(await holdsCancellation(db, id)) &&
      !(await isOpenPrivacyRequest(db, { id, form: row.collection })),
    canTakeBack: isOpen,
    progress: null,
    interview: null,
    documents: null,
  };
}

async function readEntries(
  db: Kysely<Database>,
  owner: Owner,
  token: string,
  { byEntry }: ConversationEmails,
): Promise<ConversationEntry[]> {
  const rows = await db
    .selectFrom("conversation_entries")
    .leftJoin("staff", "staff.id", "conversation_entries.staff_id")
    .select(["conversation_entries.id", "conversation_entries.kind", "conversation_entries.at"])
    .select("conversation_entries.via")
    .select(sql<string | null>`staff.name`.as("colleague"))
    .select(sql<string>`substr(conversation_entries.text, 1, ${maxShownLength + 1})`.as("text"))
    .where(`conversation_entries.${ownerColumns[owner.kind]}`, "in", idsOf(owner))
    .where("conversation_entries.kind", "in", shownKinds)
    .orderBy("conversation_entries.id", "desc")
    .limit(maxShown)
    .execute();
  const found = rows.reverse();
  const files = await readSentFiles(db, owner);
  const texts = shortenTexts(found.map(({ text }) => text));
  const whole = texts.map(({ text }) => text);
  return found.map((row, index) => {
    const { text = "", isCut = false } = texts[index] ?? {};
    const email = byEntry.get(row.id) ?? null;
    return {
      id: row.id,
      from: row.kind === "reply" ? firstWord(row.colleague ?? "") : null,
      at: toIso(Number(row.at)),
      text,
      quotes: row.via === "email" ? findQuotes(text, whole.slice(0, index)) : [],
      email,
      files: (files.get(row.id) ?? []).map((file) => ({
        ...file,
        path: `${conversationPath(token)}/${file.id}`,
      })),
      wholePath: isCut && email ? wholePathOf(token, email.id) : null,
    };
  });
}

/** The whole text of an email of this conversation; undefined without one. @param id the email's */
export async function readWholeText(
  db: Kysely<Database>,
  owner: Owner,
  id: string,
): Promise<string | undefined> {
  const row = await findEmailText(db, id);
  return row && idsOf(owner).includes(row[ownerColumns[owner.kind]] ?? "") ? row.text : undefined;
}

function wholePathOf(token: string, emailId: string): string {
  return `${conversationPath(token)}/${emailId}.txt`;
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
