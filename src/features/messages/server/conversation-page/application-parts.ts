import type { Kysely } from "kysely";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { firstWord } from "../../../../platform/contract/text.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { ApplicantInterview } from "../../../interviews/contract/interviews.ts";
import {
  readApplicantInterview,
  withInterview,
} from "../../../interviews/server/applicant-view.ts";
import { findApplication } from "../../../recruiting/server/applications/applications.ts";
import { readProgress } from "../../../recruiting/server/applications/progress.ts";
import { canWithdraw } from "../../../recruiting/server/applications/status.ts";
import { readOwnDocuments } from "../../../recruiting/server/documents/read-documents.ts";
import type { ConversationEntry, ConversationState } from "../../contract/conversations.ts";

/** What the query of the page asks for. */
export interface PageQuery {
  readonly shows?: ConversationState["shows"];
  readonly interviewShows?: ApplicantInterview["shows"] | undefined;
  /** Id of the document that the form replaces. */
  readonly replaces?: string;
}

/** What the page shows besides the entries. */
export type Particulars = Pick<
  ConversationState,
  | "name"
  | "email"
  | "status"
  | "colleague"
  | "dueAt"
  | "canClose"
  | "canTakeBack"
  | "progress"
  | "interview"
  | "documents"
>;

/** When we last emailed an applicant, who opens the page with any of these emails; 0 if never. */
export async function findLastEmail(db: Kysely<Database>, id: string): Promise<number> {
  const { at } = await db
    .selectFrom("conversation_sent_emails")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("application_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(at ?? 0);
}

/** What the page of an application shows: whoever wrote last decides whose turn it is. */
export async function readApplicationParts(
  db: Kysely<Database>,
  id: string,
  page: PageQuery & { readonly entries: readonly ConversationEntry[] },
  now: number,
): Promise<Particulars> {
  const { entries, interviewShows = null, replaces = "" } = page;
  const found = await findApplication(db, id);
  if (!found) throw new Error("The application was deleted in the meantime.");
  const { status, answers } = found;
  const newest = entries.findLast(countsForTurn);
  const ours = entries.findLast(({ from }) => from !== null);
  const contactAt = ours ? Date.parse(ours.at) : undefined;
  const interview = await readApplicantInterview(db, found, now, interviewShows);
  return {
    name: firstWord(textOf(answers, "firstName")),
    email: textOf(answers, "email"),
    status:
      status === "withdrawn" ? "taken-back" : newest && newest.from !== null ? "waiting" : "new",
    colleague: ours?.from ?? "",
    dueAt: null,
    canClose: false,
    canTakeBack: canWithdraw(status),
    progress: withInterview(await readProgress(db, found, contactAt, now), interview),
    interview,
    documents: await readOwnDocuments(db, found, replaces, now),
  };
}

/** Whether an entry decides whose turn it is: automatic and other people's emails do not. */
function countsForTurn({ email }: ConversationEntry): boolean {
  return email === null || (email.sender === "customer" && email.kind === "message");
}
