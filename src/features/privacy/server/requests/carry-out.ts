import type { Kysely, Transaction } from "kysely";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { separateMerged } from "../../../customers/server/merges/undo-merge.ts";
import { linkReceivers } from "../../../integrations/server/webhooks/deletion-receivers.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { receiptLines } from "../../contract/cases.ts";
import type { PrivacyReceipt } from "../../contract/endpoints.ts";
import { erasePerson } from "../deletion/erase-person.ts";
import { findAddresses, findFormer, findUids } from "../deletion/find-uids.ts";
import { countHeld, findPerson, type HeldCounts } from "../deletion/held-data.ts";
import { noteDeletion } from "../deletion/note-deletion.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { addLog, type PrivacyCase } from "./privacy-case.ts";
import { composeLetter, keptText, sendLetter } from "./send-letter.ts";

/** Who deletes, and what besides everything with the person's address. */
interface Order {
  /** The person's address in lower case: the request's, or one that staff found out. */
  readonly email: string;
  /** Submissions and applications of `findPossible` that are theirs. */
  readonly references: readonly string[];
  readonly emailFiles?: readonly string[];
  /** What was held before most of it was deleted in batches; by default, what is held now. */
  readonly before?: HeldCounts & { readonly alsoApplications: number };
  readonly actor: Actor;
}

interface Outcome {
  readonly counts: HeldCounts;
  readonly receipt: PrivacyReceipt;
  /** For `removeFiles` after the commit; a job removes them if that is interrupted. */
  readonly files: readonly string[];
}

/**
 * Deletes everything about the person of a request, in this transaction: writes the receipt, closes
 * the request and notifies the person, whose address is read before it is deleted. Called by the
 * desk and by `ops`. The request itself is kept as proof (4 CCR 904-3, rule 6.11).
 */
export async function carryOutDeletion(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { email, references, emailFiles, before, actor }: Order,
  now: number,
): Promise<Outcome> {
  const counts = before ?? (await countErased(trx, email, references));
  const { alsoApplications } = counts;
  const also = {
    applications: alsoApplications,
    messages: references.length - alsoApplications,
  };
  const deleted = counts.deleted + references.length;
  const receipt = writeReceipt(counts, also, actor.name, now);
  const letter = await composeLetter(trx, request, "deleted", {
    further: [
      `What we deleted:\n${[...receipt.lines, { name: "In all", count: deleted }]
        .map(({ name, count }) => `${name}: ${count}`)
        .join("\n")}`,
      keptText,
    ],
    staffId: actor.staffId,
    forget: true,
  });
  await separateMerged(trx, email, now);
  const former = await findFormer(trx, email);
  const [accounts, addresses] = [await findUids(trx, email), await findAddresses(trx, email)];
  const files = await erasePerson(
    trx,
    { email, references, ...(emailFiles && { emailFiles }) },
    now,
  );
  const uids = [...accounts, ...former.map((one) => one.merged_uid)];
  await linkReceivers(trx, uids, request.id);
  const subjects = [
    ...addresses.map((name) => ({ kind: "person", name }) as const),
    ...uids.map((name) => ({ kind: "account", name }) as const),
    ...references.map((name) => ({ kind: "record", name }) as const),
  ];
  await noteDeletion(trx, subjects, now);
  const columns = { closed_by: actor.staffId, receipt: JSON.stringify(receipt) };
  await closePrivacyRequest(trx, request, "done", columns, now);
  const data = { deleted, kept: counts.kept };
  await addLog(trx, request, { kind: "privacy.deleted", data, actor }, now);
  await withdrawLetters(trx, request.id, now);
  await sendLetter(trx, request.id, letter, now);
  return { counts, receipt, files };
}

/** Marks letters whose pending emails were deleted with everything else. */
async function withdrawLetters(
  trx: Transaction<Database>,
  caseId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("privacy_letters")
    .set({ failed_at: now, failure: "withdrawn" })
    .where("case_id", "=", caseId)
    .where("delivered_at", "is", null)
    .where("email_id", "not in", (query) => query.selectFrom("mail_outbox").select("id"))
    .execute();
}

/** What a deletion deletes: all that is held, and the records that staff chose. */
export async function countErased(
  db: Kysely<Database>,
  email: string,
  references: readonly string[],
): Promise<HeldCounts & { readonly alsoApplications: number }> {
  const counts = await countHeld(db, await findPerson(db, email));
  return { ...counts, alsoApplications: await countApplications(db, references) };
}

async function countApplications(
  db: Kysely<Database>,
  references: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where(isOneOf(db, "reference", references))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param also further records that staff chose, by kind */
function writeReceipt(
  { kinds, deleted, kept }: HeldCounts,
  also: Readonly<Record<"applications" | "messages", number>>,
  by: string,
  now: number,
): PrivacyReceipt {
  const lines = receiptLines.map(({ name, kinds: counted }) => {
    const found = kinds.filter(({ kind, isKept }) => !isKept && counted.includes(kind));
    const more =
      (counted.includes("messages") ? also.messages : 0) +
      (counted.includes("applications") ? also.applications : 0);
    return { name, count: found.reduce((sum, { count }) => sum + count, more) };
  });
  return {
    at: new Date(now).toISOString(),
    by,
    lines: lines.filter(({ count }) => count > 0),
    deleted: deleted + also.messages + also.applications,
    kept,
  };
}
