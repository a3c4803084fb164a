import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import {
  type Answers,
  type FormErrors,
  shownFields,
} from "../../../../platform/contract/form-engine/define-form.ts";
import {
  adjacentStep,
  checkOneStep,
  textOf,
} from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { recentSpan } from "../../../../platform/server/clock.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { wantsPrivacy } from "../../../../platform/server/http/privacy-signal.ts";
import { limitWindowMs, maxPerAddress } from "../../../messages/server/forms/spam.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import type { DraftChange, IntakeState } from "../../contract/intake-endpoints.ts";
import {
  closedMarket,
  isOpenMarket,
  movedStep,
  type Track,
} from "../../contract/recruiting-endpoints.ts";
import { supersedes } from "../attribution/attribution.ts";
import { mayDecline, queueConversion } from "../attribution/conversions.ts";
import {
  type Application,
  answerColumns,
  fileStepOf,
  findApplication,
  insertDraft,
  isOwnedBy,
  lockApplication,
  requireHolder,
  updateApplication,
} from "./applications.ts";
import { countProgress } from "./funnel.ts";
import {
  claimApplication,
  findClaimed,
  findVisitor,
  requireVisitor,
  type Visitor,
} from "./visitors.ts";

/** Shown when a browser posts a later step but has no record of the earlier ones. */
export const lostPlace =
  "We couldn’t find your saved answers in this browser, so please fill in this page again. What you entered just now is saved. If you sent a résumé before, choose it again.";

export interface Applicant {
  readonly track: Track;
  readonly page: string;
  readonly visitor: Visitor;
  readonly gpc: boolean;
  readonly addressHash: string | undefined;
}

/** The sender of a change; a browser without a cookie gets one. */
export async function readApplicant(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  track: Track,
  page: string,
): Promise<Applicant> {
  return {
    track,
    page,
    visitor: await requireVisitor(request, reply, context),
    gpc: wantsPrivacy(request, context.config),
    addressHash: context.clientKeys.hashAddress(request),
  };
}

/**
 * A browser's unsent application, as it would be sent now; "moved" if another browser took it over
 * with an emailed link.
 */
export async function findDraft(
  request: FastifyRequest,
  context: AppContext,
  track: Track,
): Promise<Application | "moved" | undefined> {
  const visitor = await findVisitor(request, context);
  const found = await findApplication(context.database.db, visitor?.applications[track]);
  if (!visitor || found?.status !== "draft") return undefined;
  return isOwnedBy(found, visitor) ? withLastTouch(found, visitor) : "moved";
}

/**
 * The browser's draft, inside a transaction; created if there is none.
 * @param isFirstStep only the first step starts another application after one was sent; later steps
 * come from an outdated page
 * @throws ApiError "application-sent", "draft-moved", "too-many"
 */
export async function openDraft(
  trx: Transaction<Database>,
  applicant: Applicant,
  isFirstStep: boolean,
  context: AppContext,
): Promise<Application> {
  const { track, visitor, page, gpc, addressHash } = applicant;
  const held = await lockApplication(trx, visitor.applications[track]);
  if (held?.status === "draft") {
    requireHolder(held, visitor);
    return held;
  }
  // A concurrent post of this browser may have created one.
  const started = await lockApplication(trx, await findClaimed(trx, visitor, track));
  if (started?.status === "draft") {
    requireHolder(started, visitor);
    return started;
  }
  if (started && !isFirstStep) throw new ApiError("application-sent");
  const now = context.now();
  await rejectFlood(trx, addressHash, now);
  const draft = await insertDraft(trx, { track, visitor, page, gpc, addressHash, now });
  await claimApplication(trx, visitor, track, draft.id);
  await countProgress(trx, draft, "start", now);
  await queueConversion(trx, draft, "started", context);
  return draft;
}

async function rejectFlood(
  trx: Transaction<Database>,
  addressHash: string | undefined,
  now: number,
): Promise<void> {
  if (!addressHash) return;
  const { since, until } = recentSpan(now, limitWindowMs);
  const recent = await trx
    .selectFrom("applications")
    .select("id")
    .where("address_hash", "=", addressHash)
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .limit(maxPerAddress)
    .execute();
  if (recent.length >= maxPerAddress) {
    throw new ApiError("too-many", { retryAfter: limitWindowMs / 1000 });
  }
}

/** Result of saving a step: always stored, but done only without errors. */
export interface SavedStep {
  readonly application: Application;
  readonly errors: FormErrors;
}

/**
 * Saves one step's answers, even with errors, so that nothing typed is lost. The step counts as
 * done if it was checked and has no errors.
 */
export function saveStep(
  applicant: Applicant,
  { step, answers, typing }: Pick<DraftChange, "step" | "answers" | "typing">,
  context: AppContext,
): Promise<SavedStep> {
  const form = applicationForms[applicant.track];
  const now = context.now();
  return context.database.write(async (trx) => {
    const isFirst = step === firstStep(applicant.track);
    const draft = await openDraft(trx, applicant, isFirst, context);
    const gpc = draft.gpc || applicant.gpc;
    const asked = withLastTouch({ ...draft, gpc }, applicant.visitor);
    const all = mergeAnswers(asked, answers, mayDecline(asked, context.config.conversions));
    const errors = typing ? {} : findErrors(applicant.track, step, all, context);
    const isDone = !typing && Object.keys(errors).length === 0;
    const { [step]: _before, ...others } = draft.steps;
    const isFileStep = step === fileStepOf(applicant.track);
    const steps = isDone ? { ...others, [step]: new Date(now).toISOString() } : others;
    await updateApplication(trx, draft.id, {
      ...answerColumns(all),
      steps: JSON.stringify(steps),
      gpc: gpc ? 1 : 0,
      // The step's page has shown that the file was removed.
      ...(isDone && isFileStep && { resume_name: draft.resume?.name ?? null }),
      updated_at: now,
    });
    const addressBefore = answerColumns(draft.answers).email_key;
    if (answerColumns(all).email_key !== addressBefore) await endLinks(trx, draft.id);
    const isStep = form.steps.some(({ id }) => id === step);
    if (isDone && isStep) await countProgress(trx, draft, `step:${step}`, now);
    const removedResume = isDone && isFileStep ? null : draft.removedResume;
    return { application: { ...asked, answers: all, steps, removedResume }, errors };
  });
}

/**
 * Keeps answers to questions that are no longer shown, in case they are shown again, and an opt-out
 * whose checkbox was not shown.
 */
function mergeAnswers(
  { track, answers: before }: Application,
  answers: Answers,
  offersChoice: boolean,
): Answers {
  const { fields } = applicationForms[track];
  const asked = shownFields(fields, { ...before, ...answers }).filter(
    ({ onlyFromAds }) => !onlyFromAds || offersChoice,
  );
  const shown = new Set(asked.map(({ name }) => name));
  const given = Object.entries(answers).filter(
    ([name, answer]) => answer.length > 0 || shown.has(name),
  );
  return { ...before, ...Object.fromEntries(given) };
}

/**
 * Invalidates emailed links when the address in the draft changes: readers of the former mailbox,
 * mistyped or not, must not see later answers. Invalidated links still count towards the limit.
 */
async function endLinks(trx: Transaction<Database>, id: string): Promise<void> {
  await trx
    .updateTable("one_time_tokens")
    .set({ expires_at: 0 })
    .where("kind", "=", "resume-application")
    .where("data", "=", id)
    .execute();
}

/** A click after the draft was started becomes its last touch. */
export function withLastTouch(draft: Application, { lastTouch }: Visitor): Application {
  const isLater = lastTouch.at > draft.lastTouch.at && supersedes(lastTouch, draft.lastTouch);
  return isLater ? { ...draft, lastTouch, source: lastTouch.source } : draft;
}

function findErrors(
  track: Track,
  step: string,
  answers: Answers,
  { openMarkets }: AppContext,
): FormErrors {
  const errors = checkOneStep(applicationForms[track], step, answers);
  const asksZip = step === firstStep(track);
  if (!asksZip || errors.zip || isOpenMarket(textOf(answers, "zip"), openMarkets)) return errors;
  return { ...errors, zip: closedMarket };
}

export function firstStep(track: Track): string {
  return applicationForms[track].steps[0]?.id ?? "";
}

/** The first step that is not done, or the page to check the answers. */
export function nextStep({ track, steps }: Pick<Application, "track" | "steps">): string {
  const form = applicationForms[track];
  return form.steps.find(({ id }) => !steps[id])?.id ?? "check";
}

/** The requested step if it is reachable, else the next one. */
export function reachableStep(application: Application, wanted: string | null): string {
  const next = nextStep(application);
  if (wanted === null || wanted === next) return next;
  // A step is reachable if all steps before it are done.
  for (let id: string | undefined = next; id; id = adjacentStep(formOf(application), id, -1)) {
    if (id === wanted) return wanted;
  }
  return formOf(application).steps.some(({ id }) => id === wanted && application.steps[id])
    ? wanted
    : next;
}

function formOf({ track }: Pick<Application, "track">) {
  return applicationForms[track];
}

/** State for a browser whose draft was taken over by another: no answers. */
export function movedState(track: Track): IntakeState {
  return { track, step: movedStep, answers: {}, done: [] };
}

export function toIntakeState(
  application: Application,
  step: string,
  { config }: Pick<AppContext, "config">,
): IntakeState {
  const { track, answers, steps, resume, removedResume } = application;
  return {
    track,
    step,
    answers,
    done: Object.keys(steps),
    ...(resume && { resume: { name: resume.name, bytes: resume.bytes } }),
    ...(removedResume !== null && { removedResume }),
    ...(mayDecline(application, config.conversions) && { adNotes: true }),
  };
}
