import type { CasePage } from "../../../contract/inbox.ts";
import { inboxTopic } from "../../../contract/inbox.ts";

/** The list of the inbox: rows stay where they are while messages come in. */
export const casePages = {
  rowsOf: (page: CasePage) => page.cases,
  topic: inboxTopic,
  keepsPlace: true,
  minRows: 10,
} as const;
