import { type Kysely, sql, type Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { type Email, queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { formatDayOf } from "../../../../platform/server/values/calendar.ts";
import {
  fillPlaceholders,
  findPlaceholders,
  knownValues,
} from "../../../messages/contract/placeholders.ts";
import { deletionCaseMonths } from "../../../retention/contract/retention.ts";
import type { PrivacyKind } from "../../contract/cases.ts";
import { type LetterKind, requestText, standardLetters } from "../../contract/letters.ts";
import type { PrivacyCase } from "./privacy-case.ts";

/** The contents of a letter besides the words of its template. */
export interface LetterParts {
  /** Milliseconds since 1970. */
  readonly dueAt?: number;
  readonly reason?: string;
  /** Additional parts below the template's words, such as the lines of a receipt. */
  readonly further?: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  readonly footnote?: string;
  /** Name of the staff member; "" for the desk itself. */
  readonly writer?: string;
  readonly staffId?: string | null;
  /** By default the person. */
  readonly recipient?: string;
  /** The outbox keeps nothing of it once sent. */
  readonly forget?: boolean;
}

/** A composed letter, which may be sent after all other data of the person is deleted. */
export interface Letter {
  readonly kind: LetterKind;
  readonly title: string;
  readonly text: string;
  readonly staffId: string | null;
  readonly email: Email;
}

/** The text about what we keep, in the letter about a deletion. */
export const keptText = `We keep the request itself for ${deletionCaseMonths} months, to show that we did what you asked. We also keep what the law requires us to keep. You can sign up again at any time. If something isn't as you asked, call us and give us this reference.`;

/**
 * Composes a letter from its template: ours, or the shared one of the settings with the same name,
 * if it has no blanks.
 */
export async function composeLetter(
  db: Kysely<Database>,
  request: PrivacyCase,
  kind: Exclude<LetterKind, "free">,
  parts: LetterParts,
): Promise<Letter> {
  const { title, text: own } = standardLetters[kind];
  // Until we know who it is, a stranger may have typed the name.
  const name = (request.identity_at !== null && request.name) || "there";
  const { reference } = request;
  const values = {
    ...knownValues({ name, reference }, parts.writer || "our team"),
    request: requestText[request.kind as PrivacyKind],
    "due date": formatDayOf(parts.dueAt ?? Number(request.due_at)),
    reason: parts.reason ?? "",
    app: await readApp(db, request),
  };
  const template = await db
    .selectFrom("reply_templates")
    .select("text")
    .where("is_shared", "=", 1)
    .where("topic", "=", "case")
    .where(sql`lower(name)`, "=", title.toLowerCase())
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const filled = fillPlaceholders(template?.text ?? own, values);
  const isWhole = findPlaceholders(filled).length === 0;
  const text = (isWhole ? filled : fillPlaceholders(own, values)).trim();
  return toLetter(request, kind, { title, text }, parts);
}

async function readApp(db: Kysely<Database>, { submission_id: id }: PrivacyCase): Promise<string> {
  if (id === null) return brand.name;
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  const { platform = "" } = JSON.parse(row?.data ?? "{}") as { readonly platform?: string };
  return platform || brand.name;
}

export function composeFreeLetter(
  request: PrivacyCase,
  words: { readonly title: string; readonly text: string },
  parts: LetterParts,
): Letter {
  return toLetter(request, "free", words, parts);
}

function toLetter(
  { email: person, kind: asked, reference }: PrivacyCase,
  kind: LetterKind,
  { title, text: words }: { readonly title: string; readonly text: string },
  parts: LetterParts,
): Letter {
  const text = [words, ...(parts.further ?? [])].join("\n\n");
  const { button, footnote, forget, staffId = null, recipient = person } = parts;
  const email = composeEmail({
    kind: `privacy-${kind}`,
    recipient,
    subject:
      kind === "identity" || kind === "agent"
        ? `${title} (${reference})`
        : `${title}: ${requestText[asked as PrivacyKind]} ${reference}`,
    ...(kind === "identity" && { heading: title }),
    lines: text.split(/\n{2,}/).map((line) => line.trim()),
    ...(button && { button }),
    ...(footnote !== undefined && { footnote }),
    ...(forget && { forget }),
    headers: { "Auto-Submitted": "auto-generated" },
  });
  return { kind, title, text, staffId, email };
}

/**
 * Queues a letter in the outbox and adds it to the request's record. @param now milliseconds since
 * 1970
 */
export async function sendLetter(
  trx: Transaction<Database>,
  caseId: string,
  { kind, title, text, staffId, email }: Letter,
  now: number,
): Promise<void> {
  const emailId = await queueEmail(trx, email, now);
  await trx
    .insertInto("privacy_letters")
    .values({
      id: orderedId(),
      case_id: caseId,
      at: now,
      kind,
      title,
      text,
      staff_id: staffId,
      email_id: emailId,
      delivered_at: null,
      failed_at: null,
      failure: "",
    })
    .execute();
}
