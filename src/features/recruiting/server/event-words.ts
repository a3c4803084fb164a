import type { ApplicationStatus } from "../contract/application-status.ts";
import { applicationStatusNames } from "../contract/applications.ts";
import { type DocumentKind, documentKindNames } from "../contract/documents/documents.ts";

interface Other {
  /** A reference; null for a draft. */
  readonly other: string | null;
}

interface OfDocument {
  readonly document: DocumentKind;
}

/** What happened to applications, as sentences without their periods. */
export const recruitingEventWords = {
  "application.status": ({
    from,
    to,
  }: {
    readonly from: ApplicationStatus;
    readonly to: ApplicationStatus;
  }) => `Status: ${nameOf(from)} to ${nameOf(to)}`,
  "application.resume-downloaded": () => "Downloaded the résumé",
  "application.link-sent": () => "Sent the link to the applicant's page",
  "application.document-added": ({ document }: OfDocument) =>
    `The applicant added a document: ${nameOfKind(document)}`,
  "application.document-decided": ({
    document,
    state,
  }: OfDocument & { readonly state: "accepted" | "again" }) =>
    state === "accepted"
      ? `Accepted a document: ${nameOfKind(document)}`
      : `Asked for a document again: ${nameOfKind(document)}`,
  "application.document-downloaded": () => "Downloaded a document",
  "application.document-reminded": ({ document }: OfDocument) =>
    `Reminded the applicant that a document ends: ${nameOfKind(document)}`,
  "application.no-answer-needed": () => "No answer needed",
  "application.separate": ({ other }: Other) => `Not the same person as ${other}`,
  "application.merged": ({ other, kept }: Other & { readonly kept: string }) =>
    `Merged ${other} into ${kept}`,
  "application.merged-here": ({ other }: Other) => `Merged ${other} into this one`,
  "application.merged-there": ({ other }: Other) => `Merged into ${other}`,
  "application.combined-here": ({ other }: Other) =>
    `The applicant combined ${other} with this one`,
  "application.combined-there": ({ other }: Other) => `The applicant combined this with ${other}`,
  "application.source-deleted": () =>
    "Deleted what came from a merged application, as its sender asked",
} as const;

function nameOfKind(kind: DocumentKind): string {
  return documentKindNames[kind].toLowerCase();
}

function nameOf(status: ApplicationStatus): string {
  return status === "draft" ? "Draft" : applicationStatusNames[status];
}
