import {
  type Answers,
  checkForm,
  type FormDefinition,
} from "../../../platform/contract/form-engine/define-form.ts";
import { readAnswers, textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { SubmissionNotices } from "../../messages/server/forms/notices.ts";
import { storeSubmission } from "../../messages/server/forms/store.ts";
import { consents } from "../contract/consents.ts";
import type { Track } from "../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../contract/waitlist-form.ts";
import type { waitlistColumns } from "./applicants/waitlist.ts";

/** The form of stored records and their emails; its fields were checked before. */
const record: FormDefinition = { ...waitlistForm, fields: [], afterSuccess: "reset" };

export function readWaitlist(read: (name: string) => unknown): Answers {
  return readAnswers(waitlistForm.fields, read);
}

/**
 * Adds somebody to the wait list of a track.
 * @param answers from `readWaitlist`
 * @returns the reference
 * @throws ApiError "invalid", "too-many"
 */
export async function joinWaitlist(
  answers: Answers,
  track: Track,
  addressHash: string | undefined,
  { database, config, now }: AppContext,
  notices: SubmissionNotices,
): Promise<string> {
  const errors: Record<string, string> = { ...checkForm(waitlistForm, answers) };
  const email = textOf(answers, "email");
  if (email === "" && textOf(answers, "phone") === "") errors.email ??= waitlistForm.unreachable;
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  const values = {
    name: textOf(answers, "name"),
    email,
    phone: textOf(answers, "phone"),
    zip: textOf(answers, "zip"),
    track,
    consent: consents.waitlist.text,
    consentVersion: consents.waitlist.version,
  } satisfies Record<(typeof waitlistColumns)[number], string>;
  const { reference } = await storeSubmission(
    database,
    {
      form: record,
      values,
      pageKey: undefined,
      honeypot: "",
      formTimeMs: undefined,
      native: true,
      addressHash,
      limitedSender: config.rateLimits ? emailKey(email) || undefined : undefined,
    },
    now(),
    notices,
  );
  return reference;
}
