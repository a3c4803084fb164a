import {
  type CorrectableName,
  correctableLabels,
  factorRemovalHours,
} from "../contract/account-actions.ts";
import {
  type CallerQuestion,
  type CoveredFact,
  coveredFactNames,
} from "../contract/caller-check.ts";

const acts = {
  added: "Added the customer",
  "welcome-emailed": "Sent a link to choose a password",
  "welcome-texted": "Texted a link to choose a password",
  "letter-made": "Made a letter with a code to choose a password",
  "welcome-code-used": "Password chosen with the code of a letter or text",
  "reset-link-sent": "Sent a link to set a new password",
  "reset-link-texted": "Texted a link to set a new password",
  "confirmation-sent": "Sent the link that confirms the email again",
  locked: "Locked the account",
  unlocked: "Unlocked the account",
  "helper-invited": "Invited a helper for the customer",
  "helper-ended": "Ended the help or invitation of a helper",
  "limits-lifted": "Lifted the limits on attempts",
  "factor-removed": "Removed the second factor",
  "factor-removed-as-asked": "Removed the second factor, as a coworker asked",
  "factor-removed-when-due": `Removed the second factor, ${factorRemovalHours} hours after it was asked for`,
  "factor-removal-asked": "Asked to remove the second factor",
  "factor-removal-canceled": "Canceled the removal of the second factor",
  "factor-kept": "Kept the second factor: the customer logged in with it",
  "email-changed": "Changed the email",
  "email-change-undone": "Change of the email undone by link",
  "check-started": "Started a caller check",
  "check-missed": "Caller check: an answer did not match",
  "check-locked": "Caller check locked for an hour: three answers did not match",
  "check-passed-by-code": "Caller check passed: the code matched",
  "check-passed": "Caller check passed: all three answers matched",
  "check-code-sent": "Caller check: emailed a code",
  "check-code-texted": "Caller check: texted a code",
  "check-ended": "Ended the caller check",
} as const;

/** What staff did for an account, without data. */
export type AccountAct = keyof typeof acts;

const questionNames: Readonly<Record<CallerQuestion, string>> = {
  home: "house number and ZIP code",
  email: "email address",
  request: "last request",
};

interface MergedData {
  readonly as: "kept" | "merged";
  /** Support ID of the other account. */
  readonly other: string;
}

/** What happened to customers' accounts, as sentences without their periods. */
export const customerEventWords = {
  account: ({ act }: { readonly act: AccountAct }) => acts[act],
  "account.sessions-ended": ({ ended }: { readonly ended: number }) =>
    `Ended all sessions: ${ended}`,
  "account.corrected": ({ changed }: { readonly changed: readonly CorrectableName[] }) =>
    `Corrected: ${changed.map((name) => correctableLabels[name]).join(", ")}`,
  "account.linked": ({ system }: { readonly system: string }) => `Linked its id in ${system}`,
  /** In the audit log of both accounts. */
  "account.merged": ({ as, other }: MergedData) =>
    as === "kept"
      ? `Merged the account ${other} into this one`
      : `Merged into the account ${other}, so that it ended`,
  "account.unmerged": ({ as, other }: MergedData) =>
    as === "kept"
      ? `Undid the merge with the account ${other}`
      : `Made again: its merge into the account ${other} was undone`,
  "caller-check.matched": ({ question }: { readonly question: CallerQuestion }) =>
    `Caller check: the ${questionNames[question]} matched`,
  "caller-check.shown": ({ fact }: { readonly fact: CoveredFact }) =>
    `Shown during the caller check: ${coveredFactNames[fact]}`,
} as const;
