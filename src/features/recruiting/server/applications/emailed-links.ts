import type { Transaction } from "kysely";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { keepShown, textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import {
  emailKey,
  emailRules,
  findError,
} from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { recentSpan } from "../../../../platform/server/clock.ts";
import {
  consumeToken,
  issueToken,
  readToken,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { replacedLifetimeMs, scheduleRemoval } from "../../../../platform/server/files/removals.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { conversationLink } from "../../../messages/server/conversation-page/link.ts";
import { queueConversationEmail } from "../../../messages/server/conversation-page/queue-email.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import type { IntakeState } from "../../contract/intake-endpoints.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  type Application,
  answerColumns,
  findApplication,
  lockApplication,
  nextVersion,
  requireHolder,
  updateApplication,
} from "./applications.ts";
import type { Applicant } from "./drafts.ts";
import { alreadySentEmail, linkEmail } from "./emails.ts";
import { completionColumns, firstStatus, threadOf } from "./submit.ts";
import { claimApplication, type Visitor } from "./visitors.ts";

const linkMs = days(facts.keep.continueLinkDays);
/** Links to one application per hour. */
const maxLinks = 3;
/** Maximum applications per request for links. */
const maxDrafts = 3;
const kinds = ["resume-application", "join-applications"] as const;

/** @returns false if this application reached its limit of links */
async function queueLink(
  trx: Transaction<Database>,
  draft: Application,
  context: AppContext,
): Promise<boolean> {
  const now = context.now();
  const { since, until } = recentSpan(now, hours(1));
  const recent = await trx
    .selectFrom("one_time_tokens")
    .select("token_hash")
    .where("kind", "=", "resume-application")
    .where("data", "=", draft.id)
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .execute();
  if (recent.length >= maxLinks) return false;
  const { id: data } = draft;
  const token = await issueToken(
    trx,
    { kind: "resume-application", uid: null, data, lifetimeMs: linkMs },
    now,
  );
  await queueEmail(trx, linkEmail(draft, token, context.origin()), now);
  return true;
}

/**
 * Emails the link to continue the browser's draft to the address in it.
 * @returns the address
 * @throws ApiError "no-draft", "draft-moved", "invalid" without a valid address, "too-many"
 */
export async function emailLink(
  { track, visitor, addressHash }: Applicant,
  context: AppContext,
): Promise<string> {
  const { database, clientKeys } = context;
  const id = visitor.applications[track];
  const email = readEmail(await findApplication(database.db, id), visitor);
  // Anyone can type someone else's address, in any number of applications.
  await countAttempt(context, [
    { limit: "mailAddress", hash: addressHash },
    { limit: "mailAccount", hash: clientKeys.hashAccount(email) },
  ]);
  return database.write(async (trx) => {
    const draft = await lockApplication(trx, id);
    if (readEmail(draft, visitor) !== email || !draft) throw new ApiError("conflict");
    if (!(await queueLink(trx, draft, context))) {
      throw new ApiError("too-many", { retryAfter: hours(1) / 1000 });
    }
    return email;
  });
}

function readEmail(draft: Application | undefined, visitor: Visitor): string {
  if (draft?.status !== "draft") throw new ApiError("no-draft");
  requireHolder(draft, visitor);
  const email = textOf(draft.answers, "email");
  const error = findError(emailRules, email);
  if (error) throw new ApiError("invalid", { fields: { email: error } });
  return email;
}

/**
 * Emails links to the unsent applications of an address, or to the page of its sent one. Does not
 * reveal whether there are any.
 */
export async function emailLinksTo(
  email: string,
  track: Track,
  context: AppContext,
): Promise<void> {
  await context.database.write(async (trx) => {
    const drafts = await trx
      .selectFrom("applications")
      .select("id")
      .where("track", "=", track)
      .where("status", "=", "draft")
      .where("email_key", "=", emailKey(email))
      .orderBy("updated_at", "desc")
      .limit(maxDrafts)
      .execute();
    for (const { id } of drafts) {
      const draft = await lockApplication(trx, id);
      if (draft?.status === "draft") await queueLink(trx, draft, context);
    }
    if (drafts.length > 0) return;
    const sent = await findSent(trx, email, track, context.now());
    if (!sent) return;
    await queueConversationEmail(
      trx,
      threadOf(sent),
      alreadySentEmail(sent, conversationLink(context, sent.id)),
      context,
      context.now(),
    );
  });
}

/** The newest application that an address sent, as long as a second one would be a duplicate. */
async function findSent(
  trx: Transaction<Database>,
  email: string,
  track: Track,
  now: number,
): Promise<Application | undefined> {
  const row = await trx
    .selectFrom("applications")
    .select("id")
    .where("track", "=", track)
    .where("email_key", "=", emailKey(email))
    .where("submitted_at", ">", now - days(facts.sameApplicantDays))
    .where("duplicate_of", "is", null)
    .orderBy("submitted_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && findApplication(trx, row.id);
}

/** State of an emailed link's page before its button is pressed, without answers. */
export async function peekLink(
  token: string,
  track: Track,
  { database, now }: AppContext,
): Promise<IntakeState | undefined> {
  const meaning = await readToken(database.db, token, kinds, now());
  if (!meaning) return undefined;
  const state = { track, step: "resume", answers: {}, done: [], token };
  if (meaning.kind === "join-applications") return { ...state, joins: true };
  const found = await findApplication(database.db, meaning.data);
  return found?.status === "draft" && found.track === track ? state : undefined;
}

function addressOf({ answers }: Application): string {
  return emailKey(textOf(answers, "email"));
}

const initialStatuses: ReadonlySet<string> = new Set(["new", "not-eligible"]);

/**
 * Merges the answers of two applications; newer ones take precedence. A question left blank the
 * second time keeps its first answer; an unchecked checkbox does not, since it is a consent.
 */
function joinAnswers({ track, answers }: Application, second: Application): Answers {
  const form = applicationForms[track];
  const boxes = new Set(
    form.fields
      // An opt-out is kept, since its checkbox may not have been shown the second time.
      .filter(({ kind, onlyFromAds }) => kind === "checkbox" && !onlyFromAds)
      .map(({ name }) => name),
  );
  const given = Object.entries(second.answers).filter(
    ([name, answer]) => answer.length > 0 || boxes.has(name),
  );
  return keepShown(form, { ...answers, ...Object.fromEntries(given) });
}

export type UsedLink =
  | { readonly kind: "continued" }
  /** With the token, the completion page shows the first application's reference. */
  | { readonly kind: "joined"; readonly token: string };

/**
 * Uses an emailed link: moves the draft to this browser, or joins two applications.
 * @throws ApiError "link-expired"
 */
export async function followLink(
  text: string,
  applicant: Applicant,
  context: AppContext,
): Promise<UsedLink> {
  const { database, now } = context;
  const meaning = await readToken(database.db, text, kinds, now());
  if (meaning?.kind !== "resume-application") return join(text, applicant, context);
  const { track, visitor } = applicant;
  await database.write(async (trx) => {
    const draft = await lockApplication(trx, meaning.data);
    // A changed address in the draft may have ended the link in the meantime.
    const isGood = await readToken(trx, text, kinds, now());
    if (!isGood || draft?.status !== "draft" || draft.track !== track) {
      throw new ApiError("link-expired");
    }
    await claimApplication(trx, visitor, track, draft.id);
    await updateApplication(trx, draft.id, { held_by: visitor.tokenHash, updated_at: now() });
  });
  return { kind: "continued" };
}

async function join(
  text: string,
  { track, visitor }: Applicant,
  { database, now }: AppContext,
): Promise<UsedLink> {
  const { engine } = database;
  // Loaded on first use, so that the server starts faster.
  const { refreshApplicant } = await import("../applicants/applicant-columns.ts");
  const token = makeToken();
  await database.write(async (trx) => {
    const used = await consumeToken(trx, text, ["join-applications"], now());
    const [firstId, secondId] = used?.data.split(" ") ?? [];
    const first = await lockApplication(trx, firstId);
    const second = await lockApplication(trx, secondId);
    if (!first || !second || first.track !== track) throw new ApiError("link-expired");
    // Links of older versions may join applications of two people with one phone number.
    if (addressOf(first) !== addressOf(second)) throw new ApiError("link-expired");
    const answers = joinAnswers(first, second);
    await updateApplication(trx, first.id, {
      ...answerColumns(answers),
      // A status set by staff is kept.
      ...(initialStatuses.has(first.status) && { status: firstStatus(answers) }),
      ...completionColumns(token, now()),
      // A consent that was not given again ends.
      consents: JSON.stringify({
        ...second.consents,
        ...(first.consents.adNotes && { adNotes: first.consents.adNotes }),
      }),
      gpc: first.gpc || second.gpc ? 1 : 0,
      // The browser of the first application may belong to somebody who only typed this address.
      held_by: visitor.tokenHash,
      updated_at: now(),
      ...nextVersion(now()),
      ...(second.resume && {
        resume_file: second.resume.file,
        resume_name: second.resume.name,
        resume_type: second.resume.type,
        resume_bytes: second.resume.bytes,
      }),
    });
    // The file now belongs only to the first application.
    const without = { resume_file: null, resume_name: null, resume_type: null, resume_bytes: null };
    await updateApplication(trx, second.id, {
      ...without,
      joined_at: now(),
      updated_at: now(),
      ...nextVersion(now()),
    });
    await refreshApplicant(trx, engine, first.id);
    const both = [
      [first.id, "application.combined-here", second],
      [second.id, "application.combined-there", first],
    ] as const;
    for (const [id, kind, { reference: other }] of both) {
      const subject = { kind: "application", id } as const;
      await recordEvent(trx, { kind, data: { other }, subject }, now());
    }
    const replaced = second.resume && first.resume ? [first.resume.file] : [];
    await scheduleRemoval(trx, replaced, now() + replacedLifetimeMs);
  });
  return { kind: "joined", token };
}
