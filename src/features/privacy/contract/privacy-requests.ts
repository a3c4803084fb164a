import { paths } from "../../../platform/contract/paths.ts";
import type { PrivacyKind, PrivacyLinkKind } from "./cases.ts";

/** After a request about data: on the page that confirms it, and the heading of the email. */
export const oneStepLeft = "One step is left: open the email and press the button";

/** The page of a personal link about somebody's data: identity check, copy, appeal. */
export function privacyRequestPath(token: string): string {
  return `${paths.privacyRequestLink}/${token}`;
}

/** Where the page of a copy posts; the response is the file. */
export function dataCopyPath(token: string): string {
  return `${privacyRequestPath(token)}/copy`;
}

/** What the page shows. Times are ISO 8601. */
export interface PrivacyRequestState {
  readonly action: string;
  readonly step: PrivacyLinkKind;
  readonly kind: PrivacyKind;
  readonly reference: string;
  readonly isDone: boolean;
  readonly dueAt: string;
  readonly openUntil: string;
  /** Reason for the denial; only for an appeal. */
  readonly reason: string;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** A privacy request that a personal link opened. */
    readonly privacyRequest?: PrivacyRequestState;
  }
}
