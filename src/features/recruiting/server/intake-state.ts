import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../../platform/contract/errors/errors.ts";
import type { Answers } from "../../../platform/contract/form-engine/define-form.ts";
import { fieldsOf, readAnswers } from "../../../platform/contract/form-engine/define-steps.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { applicationForms } from "../contract/application-forms.ts";
import type { IntakeState } from "../contract/intake-endpoints.ts";
import { continueQuery, stepQuery, type Track } from "../contract/recruiting-endpoints.ts";
import { findApplication, isOwnedBy } from "./applications/applications.ts";
import {
  type Applicant,
  firstStep,
  movedState,
  reachableStep,
  toIntakeState,
  withLastTouch,
} from "./applications/drafts.ts";
import { peekLink } from "./applications/emailed-links.ts";
import { recordVisit } from "./applications/visitors.ts";
import { type FormBody, isCut } from "./form-body.ts";

export interface IntakePage {
  readonly track: Track;
  readonly page: string;
}

export function toFormState(intake: IntakeState, more: Partial<FormState> = {}): FormState {
  const { collection } = applicationForms[intake.track];
  return { collection, ...more, recruiting: { kind: "intake", ...intake } };
}

/** State of a page on opening it; "sent" if there is nothing left to fill in. */
export async function findIntakeState(
  request: FastifyRequest,
  reply: FastifyReply,
  { track }: IntakePage,
  context: AppContext,
): Promise<FormState | "sent" | undefined> {
  const visitor = await recordVisit(request, reply, track, context);
  const query = queryOf(request);
  const token = query.get(continueQuery);
  if (token) {
    const peeked = await peekLink(token, track, context);
    if (peeked) return toFormState(peeked);
  }
  // This browser's draft can be continued whether the link is valid or not.
  const more = token ? { failure: errors["link-expired"].message } : {};
  const found = await findApplication(context.database.db, visitor?.applications[track]);
  if (visitor && found?.status === "draft") {
    if (!isOwnedBy(found, visitor)) return toFormState(movedState(track), more);
    const step = reachableStep(found, query.get(stepQuery));
    const state = toIntakeState(withLastTouch(found, visitor), step, context);
    return toFormState(state, more);
  }
  const isLater = (query.get(stepQuery) ?? firstStep(track)) !== firstStep(track);
  if (found && isLater) return "sent";
  if (!token && !isLater) return undefined;
  const extra = isLater ? { failure: errors["no-draft"].message } : more;
  return toFormState({ track, step: firstStep(track), answers: {}, done: [] }, extra);
}

export function readStep(sent: FormBody, track: Track, id: string): Answers {
  const step = applicationForms[track].steps.find((one) => one.id === id);
  // In a truncated post, missing fields are unknown, not empty.
  const fields = step ? fieldsOf(step).filter(({ name }) => !isCut(sent) || sent.has(name)) : [];
  return readAnswers(fields, (name) => sent.getAll(name));
}

export async function currentState(
  { visitor, track }: Applicant,
  id: string | undefined,
  step: string,
  context: AppContext,
): Promise<IntakeState> {
  const found = await findApplication(context.database.db, id ?? visitor.applications[track]);
  if (!found) throw new ApiError("no-draft");
  return toIntakeState(withLastTouch(found, visitor), step, context);
}
