/**
 * What programs with a token may read: the fields of each record, written by hand from docs/desk.md
 * ("API tokens"), independently of the code. A field that is not here must never be shown: notes of
 * staff, assignees, tags, drafts, reasons for spam, network addresses.
 */
export const apiContents = {
  message: [
    "answerDueAt",
    "changedAt",
    "contents",
    "conversation",
    "form",
    "isSpam",
    "receivedAt",
    "reference",
    "status",
  ],
  application: [
    "changedAt",
    "contents",
    "hasResume",
    "receivedAt",
    "reference",
    "source",
    "status",
    "track",
  ],
  subscriber: ["changedAt", "email", "id", "source", "state"],
  deletion: [
    "closedAt",
    "contents",
    "dueAt",
    "kind",
    "receivedAt",
    "reference",
    "source",
    "status",
  ],
} as const;
