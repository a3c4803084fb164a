import type { Kysely } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { listPresent } from "../../../staff/server/live/presence.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import { readTextNumber } from "../../../texts/server/consents.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import { type CaseDetail, inboxTopic } from "../../contract/inbox.ts";
import { isBegunByStaff, isByText } from "../../contract/staff-begun.ts";
import { findCallBack, toCallBack } from "../calls/call-backs.ts";
import { readStartedSubject } from "../cases/emailed-case.ts";
import { judgeAnswer } from "../cases/judge-answer.ts";
import { selectSeparateCases } from "../cases/separate-cases.ts";
import { readSubmittedCase } from "../cases/submitted-case.ts";
import { readConversationEmails } from "../conversation-page/inbound-emails.ts";
import { findQuotes, maxShownLength } from "../conversation-page/shown-text.ts";
import { readDraft } from "../replies/drafts.ts";
import { readLeftDrafts } from "../replies/left-drafts.ts";
import { readEntries } from "../replies/read-entries.ts";
import { readSending } from "../replies/sending.ts";
import { selectCases, toCaseRows } from "./list/case-rows.ts";

/** Maximum entries and changes that a case shows, newest first. */
const maxShown = 500;

/**
 * A case with everything below it.
 * @param staffId the reader's
 * @throws ApiError "not-found"
 */
export async function readCase(
  db: Kysely<Database>,
  reference: string,
  staffId: string,
  now: number,
): Promise<CaseDetail> {
  const stored = await selectCases(db)
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["submissions.data", "submissions.spam_reason"])
    .select(["cases.answered_at", "cases.answer_in_time"])
    .where("cases.reference", "=", reference)
    .executeTakeFirst();
  if (!stored) throw new ApiError("not-found");
  const { id, form, email } = stored;
  const owner = { kind: "case", id } as const;
  const submitted = readSubmittedCase(form, JSON.parse(stored.data));
  const emails = await readConversationEmails(db, owner);
  const [
    [row],
    entries,
    history,
    account,
    others,
    openBy,
    draft,
    leftDrafts,
    sending,
    callBack,
    text,
  ] = await Promise.all([
    toCaseRows(db, [stored], now),
    readEntries(db, owner, emails, maxShown),
    readHistory(db, owner, maxShown),
    findAccount(db, email, submitted.supportId),
    countOthers(db, id, email),
    listPresent(db, { topic: inboxTopic, reference }, now),
    readDraft(db, owner, staffId),
    readLeftDrafts(db, owner),
    readSending(db, owner, now),
    findCallBack(db, id),
    isByText(form) ? readTextNumber(db, submitted.phone, now) : null,
  ]);
  if (!row) throw new ApiError("not-found");
  const { opening } = emails;
  const message = submitted.message.slice(0, maxShownLength).toWellFormed();
  const first: CaseEntry = {
    id: "first",
    at: row.createdAt,
    kind: "message",
    staffId: null,
    text: message,
    isCut: message.length < submitted.message.length,
    quotes: opening ? findQuotes(message, []) : [],
    email: opening,
    mentions: [],
    via: null,
    template: "",
    files: [],
    delivery: null,
  };
  return {
    ...row,
    fields: submitted.fields,
    email,
    started: await readStartedSubject(db, stored),
    phone: submitted.phone,
    text,
    supportId: submitted.supportId,
    spamReason: stored.spam_reason,
    answer: judgeAnswer(stored, now),
    othersOfContact: others,
    account,
    entries: isBegunByStaff(form) ? entries : [first, ...entries],
    history,
    openBy: openBy.filter((one) => one !== staffId),
    draft,
    leftDrafts,
    sending,
    callBack: callBack ? toCallBack(callBack) : null,
  };
}

async function findAccount(
  db: Kysely<Database>,
  email: string,
  supportId: string,
): Promise<CaseDetail["account"]> {
  const account = await db
    .selectFrom("accounts")
    .select(["email_verified_at", "disabled_at"])
    .where((row) =>
      row.or([row("email_key", "=", emailKey(email)), row("support_id", "=", supportId)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!account) return null;
  if (account.disabled_at !== null) return "disabled";
  return account.email_verified_at === null ? "unconfirmed" : "confirmed";
}

async function countOthers(db: Kysely<Database>, id: string, email: string): Promise<number> {
  if (email === "") return 0;
  const others = db
    .selectFrom("cases")
    .select("id")
    .where("email", "=", email)
    .where("id", "!=", id)
    .where("id", "not in", selectSeparateCases(db))
    // A separated case has no other cases.
    .where((row) => row.not(row.exists(selectSeparateCases(db).where("case_id", "=", id))))
    .limit(maxCount);
  const { count } = await db
    .selectFrom(others.as("others"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
