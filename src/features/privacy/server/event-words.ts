import { facts } from "../../../platform/contract/facts.ts";

interface Letter {
  /** Only in the history, which is deleted with the request; without one, in the audit log. */
  readonly title?: string;
}

interface Counts {
  readonly deleted: number;
  readonly kept: number;
}

/** What happened to privacy requests, as sentences without their periods. */
export const privacyEventWords = {
  "privacy.entered": () => ({ history: "Entered by hand", audit: "Entered a request about data" }),
  "privacy.taken": ({ isAppeal }: { readonly isAppeal: boolean }) =>
    isAppeal ? "Took the appeal" : "Took it",
  /** @param to name at that time; null for no one */
  "privacy.assignee": ({ to }: { readonly to: string | null }) =>
    to === null ? "Unassigned" : `Assigned to ${to}`,
  "privacy.extended": () => `Extended by ${facts.privacyRequest.extension} days`,
  "privacy.link-sent": () => ({
    history: "Sent the link",
    audit: "Sent the link of the identity check",
  }),
  /** @param how "link", or how a staff member found out */
  "privacy.identity": ({ how }: { readonly how: string }) => ({
    history: `${how === "link" ? "The link was pressed" : how}. Step: identity checked`,
    audit: "Confirmed the identity by hand",
  }),
  "privacy.letter-written": ({ title }: Letter) =>
    title === undefined ? "Wrote a letter" : `Wrote “${title}”`,
  "privacy.letter-undelivered": ({ title }: Required<Letter>) => `Not delivered: “${title}”`,
  "privacy.letter-retried": ({ title }: Letter) =>
    `Tried again to send ${title === undefined ? "a letter" : `“${title}”`}`,
  "privacy.copy-sent": () => ({
    history: "Sent the link to the copy",
    audit: "Sent the link to a copy of a person's data",
  }),
  "privacy.copy-downloaded": () => "The copy was downloaded",
  "privacy.deleted": ({ deleted, kept }: Counts) => ({
    history: `Deleted ${deleted}, kept ${kept}`,
    audit: `Deleted a person's data: ${deleted} deleted, ${kept} kept`,
  }),
  "privacy.denied": () => ({ history: "Denied", audit: "Denied a request about data" }),
  "privacy.appealed": () => "The customer appealed the denial",
  "privacy.appeal-decided": ({ isGranted }: { readonly isGranted: boolean }) =>
    isGranted
      ? { history: "Appeal: we do it", audit: "Granted the appeal" }
      : { history: "Appeal: denied", audit: "Denied the appeal" },
  "privacy.opted-out": () => "Nothing is sold or shared from now on",
  "privacy.corrected": ({
    changed,
    kept,
  }: {
    readonly changed: number;
    readonly kept: number;
  }) => ({
    history: `Corrected ${changed}, left ${kept} as they were`,
    audit: `Worked on a correction: ${changed} changed, ${kept} kept`,
  }),
  "privacy.stopped": () => "The request was stopped on its page",
  "privacy.authority-added": () => "The agent added a file",
  "privacy.authority-accepted": () => ({
    history: "Accepted the agent’s proof",
    audit: "Accepted the proof of an agent",
  }),
  "privacy.status-sent": () => "Sent the link to the status, as asked on the page",
  "privacy.done-at-command-line": () => "Marked as done at the command line",
} as const;
