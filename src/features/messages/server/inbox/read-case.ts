import type { Kysely } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { listPresent } from "../../../staff/server/live/presence.ts";
import { readHistory } from "../../../staff/server/read-history.ts";
import { listConsentLines, readTextNumber } from "../../../texts/server/consents.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import { type CaseDetail, type CaseStatus, inboxTopic } from "../../contract/inbox.ts";
import { isByText } from "../../contract/staff-begun.ts";
import { findCallBack, toCallBack } from "../calls/call-backs.ts";
import { readStartedSubject } from "../cases/emailed-case.ts";
import { judgeAnswer } from "../cases/judge-answer.ts";
import { readMerged } from "../cases/merged-cases.ts";
import { selectSeparateCases } from "../cases/separate-cases.ts";
import { readSubmittedCase } from "../cases/submitted-case.ts";
import { inOrder, readFirstMessages } from "../conversation-page/first-messages.ts";
import { readConversationEmails } from "../conversation-page/inbound-emails.ts";
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
  const merged = await readMerged(db, id);
  const owner = { kind: "case", id, merged } as const;
  const submitted = readSubmittedCase(form, JSON.parse(stored.data));
  const emails = await readConversationEmails(db, owner);
  const links = await readLinkedCases(db, id, merged);
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
    consents,
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
    isByText(form) ? listConsentLines(db, submitted.phone) : [],
  ]);
  if (!row) throw new ApiError("not-found");
  const first = (await readFirstMessages(db, owner, emails)).map(
    (message): CaseEntry => ({
      ...message,
      kind: "message",
      staffId: null,
      mentions: [],
      via: null,
      template: "",
      files: [],
      delivery: null,
    }),
  );
  return {
    ...row,
    fields: submitted.fields.map((one) => ({ ...one, value: shownEmail(one.value) })),
    email: shownEmail(email),
    started: await readStartedSubject(db, stored),
    phone: submitted.phone,
    text,
    consents,
    supportId: submitted.supportId,
    spamReason: stored.spam_reason,
    answer: judgeAnswer(stored, now),
    othersOfContact: others,
    account,
    entries: inOrder(first, entries),
    history,
    openBy: openBy.filter((one) => one !== staffId),
    draft,
    leftDrafts,
    sending,
    callBack: callBack ? toCallBack(callBack) : null,
    ...links,
  };
}

/** The cases that are merged into it, that it is merged into, and that are related to it. */
async function readLinkedCases(
  db: Kysely<Database>,
  id: string,
  merged: ReadonlyMap<string, string>,
): Promise<Pick<CaseDetail, "mergedInto" | "merged" | "related">> {
  const into = await db
    .selectFrom("case_merges")
    .innerJoin("cases", "cases.id", "case_merges.kept_id")
    .select("cases.reference")
    .where("case_merges.case_id", "=", id)
    .executeTakeFirst();
  const relations = await db
    .selectFrom("case_relations")
    .select("other_id")
    .where("case_id", "=", id)
    .execute();
  const rows = await db
    .selectFrom("cases")
    .select(["id", "reference", "form", "name", "status"])
    .where("id", "in", ["", ...merged.keys(), ...relations.map((row) => row.other_id)])
    .orderBy("number")
    .execute();
  const shown = rows.map(({ status, ...row }) => ({ ...row, status: status as CaseStatus }));
  return {
    mergedInto: into?.reference ?? null,
    merged: shown.filter((row) => merged.has(row.id)),
    related: shown.filter((row) => !merged.has(row.id)),
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
      row.or([
        row("email_key", "=", emailKey(email)),
        row("support_id", "=", supportId),
        row("uid", "in", (query) =>
          query.selectFrom("account_merges").select("uid").where("email_key", "=", emailKey(email)),
        ),
      ]),
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
