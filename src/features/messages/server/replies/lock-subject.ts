import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { ConversationKind } from "../../contract/replies/replies.ts";
import type { SubjectName } from "../composing/drafts.ts";
import { lockApplicationSubject } from "./application-subject.ts";
import { lockCaseSubject } from "./case-subject.ts";
import type { SendContext, Subject } from "./subject.ts";

const lockers = { case: lockCaseSubject, application: lockApplicationSubject } as const;

/** Locks the subject of a reply until the commit; undefined if there is none. */
export function lockSubject(
  trx: Transaction<Database>,
  { kind, reference }: SubjectName,
  context: SendContext,
): Promise<Subject | undefined> {
  return lockers[kind](trx, reference, context);
}

/**
 * A reply with its subject, both locked until the commit.
 * @param kind nothing is found if the subject is of another kind
 */
export async function lockReply(
  trx: Transaction<Database>,
  id: string,
  context: SendContext,
  kind?: ConversationKind,
) {
  // The subject first, as everywhere, so that two transactions cannot deadlock.
  const row = await trx
    .selectFrom("conversation_replies")
    .leftJoin("cases", "cases.id", "conversation_replies.case_id")
    .leftJoin("applications", "applications.id", "conversation_replies.application_id")
    .select(["conversation_replies.case_id", "cases.reference as case_reference"])
    .select("applications.reference as application_reference")
    .where("conversation_replies.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const found: SubjectName = {
    kind: row.case_id === null ? "application" : "case",
    reference: row.case_reference ?? row.application_reference ?? "",
  };
  if (kind !== undefined && kind !== found.kind) return undefined;
  const subject = await lockSubject(trx, found, context);
  const reply = await trx
    .selectFrom("conversation_replies")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return subject && reply && { subject, reply };
}
