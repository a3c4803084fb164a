import type { FastifyReply } from "fastify";
import type { Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { resumeRemoved } from "../../../../platform/contract/errors/application-errors.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { type Answers, checkForm } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  firstInvalidStep,
  keepShown,
  textOf,
} from "../../../../platform/contract/form-engine/define-steps.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { recentSpan } from "../../../../platform/server/clock.ts";
import { issueToken } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type CookieKind, setCookie } from "../../../../platform/server/http/cookies.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import { conversationLink } from "../../../messages/server/conversation-page/link.ts";
import { queueConversationEmail } from "../../../messages/server/conversation-page/queue-email.ts";
import { queueStaffNotice } from "../../../staff/server/staff-notices.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { consents } from "../../contract/consents.ts";
import {
  adPageOf,
  adSourceOf,
  closedMarket,
  isOpenMarket,
  type Track,
  tracks,
} from "../../contract/recruiting-endpoints.ts";
import { isQualified, queueConversion } from "../attribution/conversions.ts";
import {
  type Application,
  answerColumns,
  fileStepOf,
  isOwnedBy,
  lockApplication,
  updateApplication,
} from "./applications.ts";
import { type Applicant, withLastTouch } from "./drafts.ts";
import { duplicateEmail, receivedEmail } from "./emails.ts";
import { countProgress } from "./funnel.ts";
import { findFirst, findSameNumber, lockApplicant } from "./same-applicant.ts";

const completionMs = minutes(facts.application.completionMinutes);
const linkMs = days(facts.keep.continueLinkDays);
/** References are random: if this many in a row are already taken, something else is wrong. */
const maxAttempts = 5;

/**
 * Emails per day to one address about sent applications, since anyone can type someone else's
 * address.
 */
const maxEmails = 3;

/**
 * Token for showing the reference after submission, only in this browser and for a limited time.
 */
export const completionCookie: CookieKind = { name: "applied", lifetimeMs: completionMs };

export function setCompletionCookie(
  reply: FastifyReply,
  { config }: AppContext,
  token: string,
): void {
  setCookie(reply, config, completionCookie, token);
}

/** Columns of a token that shows an application's reference for a limited time. */
export function completionColumns(token: string, now: number) {
  return { completion_hash: hashToken(token), completion_expires_at: now + completionMs };
}

/** A sent application; the token is for the browser's cookie. */
export interface SentApplication {
  readonly reference: string;
  readonly token: string;
}

/** The answers have errors; `step` is the first step with one. */
export class InvalidApplication extends ApiError {
  readonly step: string;

  constructor(step: string, fields: Readonly<Record<string, string>>) {
    super("invalid", { fields });
    this.step = step;
  }
}

/**
 * Sends the browser's application in one durable commit with its emails and conversions. Within
 * half an hour, sending it again returns the same reference and changes nothing.
 * @throws ApiError "no-draft", "draft-moved", "application-sent", InvalidApplication
 */
export function submitApplication(
  applicant: Applicant,
  context: AppContext,
): Promise<SentApplication> {
  const { track, visitor } = applicant;
  const token = makeToken();
  const now = context.now();
  return context.database.write(async (trx) => {
    await lockApplicant(trx, visitor.applications[track]);
    const held = await lockApplication(trx, visitor.applications[track]);
    if (!held) throw new ApiError("no-draft");
    if (!isOwnedBy(held, visitor)) {
      throw new ApiError(held.status === "draft" ? "draft-moved" : "application-sent");
    }
    if (held.reference !== null) {
      if (now - (held.submittedAt ?? 0) > completionMs) throw new ApiError("application-sent");
      await updateApplication(trx, held.id, completionColumns(token, now));
      return { reference: held.reference, token };
    }
    const draft = withLastTouch(held, visitor);
    rejectInvalid(draft, context);
    if (draft.removedResume !== null) {
      // A page left open may still show the file: nobody should submit the application assuming
      // that it is included.
      const fields = { resume: resumeRemoved(draft.removedResume) };
      throw new InvalidApplication(fileStepOf(track), fields);
    }
    const first = await findFirst(trx, draft, now);
    const reference = await freeReference(trx);
    const sent: Application = {
      ...draft,
      answers: toKept(track, draft.answers),
      gpc: draft.gpc || applicant.gpc,
      status: first ? "duplicate" : firstStatus(draft.answers),
      duplicateOf: first?.id ?? null,
      possibleDuplicateOf: await findSameNumber(trx, draft, now),
      reference,
      consents: consentsOf(draft.answers, now),
    };
    await storeSent(trx, sent, token, now);
    await countProgress(trx, sent, "submit", now);
    if (isQualified(track, sent.answers, context.openMarkets)) {
      await countProgress(trx, sent, "qualified", now);
    }
    await queueConversion(trx, sent, "completed", context);
    await queueConversion(trx, sent, "qualified", context);
    await queueEmails(trx, sent, first, context);
    const { collection } = applicationForms[track];
    const page = `${deskPaths.applications}/${reference}`;
    await queueStaffNotice(trx, context, { collection, reference, page, now });
    return { reference, token };
  });
}

/**
 * The answers to store: those to questions that were shown, with the phone number in E.164 format.
 */
function toKept(track: Track, answers: Answers): Answers {
  const asked = keepShown(applicationForms[track], answers);
  return { ...asked, phone: `+1${phoneKey(textOf(asked, "phone"))}` };
}

function rejectInvalid({ track, answers }: Application, { openMarkets }: AppContext): void {
  const form = applicationForms[track];
  const step = firstInvalidStep(form, answers);
  if (step) throw new InvalidApplication(step, checkForm(form, answers));
  if (!isOpenMarket(textOf(answers, "zip"), openMarkets)) {
    throw new InvalidApplication(form.steps[0]?.id ?? "", { zip: closedMarket });
  }
}

export function firstStatus(answers: Answers): Application["status"] {
  return textOf(answers, "workAuthorized") === "No" ? "not-eligible" : "new";
}

async function freeReference(trx: Transaction<Database>): Promise<string> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const reference = makeReference();
    // References are unique across all forms, since people read them out without context.
    const taken = await trx
      .selectFrom("applications")
      .select("id")
      .where("reference", "=", reference)
      .unionAll(trx.selectFrom("submissions").select("id").where("reference", "=", reference))
      .executeTakeFirst();
    if (!taken) return reference;
  }
  throw new Error("No free reference was found.");
}

/** Version, text and time of each consent, and of an opt-out from reporting to ad companies. */
function consentsOf(answers: Answers, now: number): Record<string, object> {
  const at = new Date(now).toISOString();
  const given: Record<string, object> = { terms: { ...consents.terms, at } };
  if (textOf(answers, "smsConsent") === "yes") {
    const { version, text, hint } = consents.sms;
    given.sms = { version, text: `${text} ${hint}`, at };
  }
  if (textOf(answers, "declinesAdNotes") === "yes") {
    const { version, text } = consents.adNotes;
    given.adNotes = { version, text, at };
  }
  return given;
}

async function storeSent(
  trx: Transaction<Database>,
  sent: Application,
  token: string,
  now: number,
): Promise<void> {
  await updateApplication(trx, sent.id, {
    ...answerColumns(sent.answers),
    ...completionColumns(token, now),
    status: sent.status,
    reference: sent.reference,
    consents: JSON.stringify(sent.consents),
    source: sent.source,
    last_touch: JSON.stringify(sent.lastTouch),
    gpc: sent.gpc ? 1 : 0,
    duplicate_of: sent.duplicateOf,
    possible_duplicate_of: sent.possibleDuplicateOf,
    submitted_at: now,
    updated_at: now,
  });
  // Links to continue the draft are no longer needed.
  await trx
    .deleteFrom("one_time_tokens")
    .where("kind", "=", "resume-application")
    .where("data", "=", sent.id)
    .execute();
}

async function queueEmails(
  trx: Transaction<Database>,
  sent: Application,
  first: Application | undefined,
  context: AppContext,
): Promise<void> {
  const now = context.now();
  const reference = sent.reference ?? "";
  const email = emailKey(textOf(sent.answers, "email"));
  const received = await countSent(trx, "email_key", email, now);
  const queue = (application: Application, email: Email) =>
    queueConversationEmail(trx, threadOf(application), email, context, now);
  if (received <= maxEmails) {
    await queue(sent, receivedEmail(sent, reference, conversationLink(context, sent.id)));
  }
  if (!first || (await countSent(trx, "duplicate_of", first.id, now)) > maxEmails) return;
  const data = `${first.id} ${sent.id}`;
  const newToken = { kind: "join-applications", uid: null, data, lifetimeMs: linkMs } as const;
  const token = await issueToken(trx, newToken, now);
  await queue(first, duplicateEmail(first, sent, token, context));
}

export function threadOf({ id, reference }: Application) {
  return { owner: { kind: "application", id }, reference: reference ?? "" } as const;
}

async function countSent(
  trx: Transaction<Database>,
  column: "email_key" | "duplicate_of",
  value: string,
  now: number,
): Promise<number> {
  const { since, until } = recentSpan(now, days(1));
  const rows = await trx
    .selectFrom("applications")
    .select("id")
    .where(column, "=", value)
    .where("submitted_at", ">", since)
    .where("submitted_at", "<=", until)
    .limit(maxEmails + 1)
    .execute();
  return rows.length;
}

export function completePage({ track, page }: { track: Track; page: string }) {
  const { complete } = tracks[track];
  const source = adSourceOf(page);
  return source ? adPageOf(complete, source) : complete;
}
