import { paths } from "../../../platform/contract/paths.ts";
import type { PrivacyKind, PrivacyLinkKind, PrivacyStatus } from "./cases.ts";
import type { Correction } from "./corrections.ts";

/** The page of a personal link about somebody's data: identity check, copy, appeal. */
export function privacyRequestPath(token: string): string {
  return `${paths.privacyRequestLink}/${token}`;
}

/** Where the page of a copy posts; the response is the file. */
export function dataCopyPath(token: string): string {
  return `${privacyRequestPath(token)}/copy`;
}

/** Where an agent adds a file that shows that they may ask. */
export function authorityPath(token: string): string {
  return `${privacyRequestPath(token)}/authority`;
}

/** The file of an agent in the form of the page. */
export const fileName = "file";

/** What became of one field of a correction. */
export interface CorrectionState {
  readonly label: string;
  readonly value: string;
  readonly outcome: Correction["outcome"];
  readonly note: string;
}

/** What the page shows. Times are ISO 8601. */
export interface PrivacyRequestState {
  readonly action: string;
  readonly step: PrivacyLinkKind;
  readonly kind: PrivacyKind;
  readonly reference: string;
  /** The agent who asks for this person; null if they ask themselves. */
  readonly agent: { readonly name: string; readonly role: string } | null;
  readonly isDone: boolean;
  readonly dueAt: string;
  readonly openUntil: string;
  /** Reason for the denial; only for the person, and for an agent whose authority is accepted. */
  readonly reason: string;
  readonly status: PrivacyStatus;
  readonly receivedAt: string;
  readonly identityAt: string | null;
  readonly closedAt: string | null;
  /** Until `dueAt`, 0 on the last day. */
  readonly daysLeft: number;
  /** Empty for an agent, who must not see what the person wants to have corrected. */
  readonly corrections: readonly CorrectionState[];
  /** What else was asked, as typed; only for the person. */
  readonly details: string;
  /** Names of the files that the agent added; only for the agent. */
  readonly authorityFiles: readonly string[];
  readonly isAuthorityAccepted: boolean;
  readonly mayStop: boolean;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** A privacy request that a personal link opened. */
    readonly privacyRequest?: PrivacyRequestState;
  }
}
