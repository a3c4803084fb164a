import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import type { NewReply } from "../../../messages/contract/replies.ts";
import { readKeptReply } from "../../../messages/desk/reply/unsaved-reply.ts";
import { applicationEndpoints } from "../../contract/applications.ts";
import { applicantReplyEndpoints } from "../../contract/replies.ts";
import { useApplications } from "../applications-context.ts";

/** Id of the field of the message to an applicant. */
export const replyFieldId = "application-reply";

interface LetterDraft {
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly begin: (letter: NewReply) => Promise<void>;
}

/** Begins a letter as the user's draft of a message to the applicant, unless one is begun. */
export function useLetterDraft(reference: string, onReload: () => Promise<void>): LetterDraft {
  const { person, announce } = useApplications();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save(letter: NewReply): Promise<string | undefined> {
    const current = await deskRequest(withId(applicationEndpoints.read, reference));
    if (!current.ok) return failureMessage(current.error);
    if (current.data.draft !== null || readKeptReply(person.id, reference) !== undefined) {
      return "Send or empty the message that you began first.";
    }
    const saved = await deskRequest(withId(applicantReplyEndpoints.saveDraft, reference), letter);
    return saved.ok ? undefined : failureMessage(saved.error);
  }

  async function begin(letter: NewReply) {
    if (isBusy) return;
    setBusy(true);
    const error = await save(letter);
    if (error === undefined) {
      await onReload();
      announce("The letter is begun as your message.");
      requestAnimationFrame(() => document.getElementById(replyFieldId)?.focus());
    }
    setBusy(false);
    setFailure(error);
  }
  return { isBusy, failure, begin };
}
