import { type Kysely, sql } from "kysely";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { emailUndoHours } from "../../contract/account-actions.ts";
import type { MergePreview, MergeSide } from "../../contract/merges.ts";
import { nameOf, shownPhone } from "../desk/customer-rows.ts";
import { listFormer } from "./former-accounts.ts";

/** The two accounts, by uid. */
export interface MergePair {
  readonly kept: string;
  readonly other: string;
}

/** The account of one side with its profile. @throws ApiError "not-found" */
export async function readSide(db: Kysely<Database>, uid: string) {
  const found = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .leftJoin("payment_accounts", "payment_accounts.uid", "accounts.uid")
    .selectAll("profiles")
    .selectAll("accounts")
    .select("payment_accounts.account_id")
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  return found;
}

export type StoredSide = Awaited<ReturnType<typeof readSide>>;

/** What a merge would do. @param now milliseconds since 1970 */
export async function previewMerge(
  db: Kysely<Database>,
  pair: MergePair,
  now: number,
): Promise<MergePreview> {
  const [kept, other] = [await readSide(db, pair.kept), await readSide(db, pair.other)];
  const moves = await countMoves(db, other);
  return {
    kept: toSide(kept),
    other: toSide(other),
    moves: moves.filter(({ count }) => count > 0),
    obstacle: await findObstacle(db, kept, other, now),
  };
}

function toSide(row: StoredSide): MergeSide {
  return {
    id: row.uid,
    name: nameOf(row),
    email: shownEmail(row.email),
    isConfirmed: row.email_verified_at !== null,
    phone: shownPhone(row.phone_number),
    address: [row.address_line1, row.city, `${row.state} ${row.zip}`.trim()]
      .filter(Boolean)
      .join(", "),
    supportId: row.support_id,
    since: isoTime(row.created_at),
    version: Number(row.version),
  };
}

/** As the customer's page shows them: messages and notes are found by the address, which comes along. */
async function countMoves(db: Kysely<Database>, other: StoredSide) {
  const ofAccount = sql`uid = ${other.uid}`;
  const ofAddress = sql`email = ${other.email_key}`;
  const counted = [
    ["Requests", sql`completed_requests where ${ofAccount}`],
    ["Requests that are not booked yet", sql`requests where ${ofAccount} and document_id is null`],
    ["Messages and calls", sql`cases where ${ofAddress} and scope <> 'spam'`],
    ["Texts", sql`texts where ${ofAccount}`],
    ["Answers about texts", sql`text_consents where ${ofAccount}`],
    ["Notes of staff", sql`person_notes where ${ofAddress}`],
    ["Payment profile", sql`payment_accounts where ${ofAccount}`],
  ] as const;
  const parts = counted.map(
    ([, rows], index) =>
      sql`select cast(${index} as bigint) as place, count(*) as count from ${rows}`,
  );
  const { rows } = await sql<{ place: number; count: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const counts = new Map(rows.map(({ place, count }) => [Number(place), Number(count)]));
  return counted.map(([name], index) => ({ name, count: counts.get(index) ?? 0 }));
}

/** Why two accounts cannot be merged, as a sentence; null if they can. */
export async function findObstacle(
  db: Kysely<Database>,
  kept: StoredSide,
  other: StoredSide,
  now: number,
): Promise<string | null> {
  if (kept.uid === other.uid) return "This is the same account.";
  for (const { disabled_at: lockedAt, support_id: id } of [kept, other]) {
    if (lockedAt !== null) return `The account ${id} is locked. Unlock it first.`;
  }
  const deletion = await findOpenDeletion(db, [kept, other]);
  if (deletion !== undefined) {
    return `The request ${deletion} to delete data is open. Close it first.`;
  }
  if (hasPayment(kept) && hasPayment(other)) {
    return "Both accounts have a payment profile at the card processor, and a customer can only have one.";
  }
  if (await hasSameRequest(db, kept.uid, other.uid)) {
    return "Both accounts have a request with the same ID.";
  }
  for (const { uid, support_id: id } of [kept, other]) {
    if (!(await canUndoEmail(db, uid, now))) continue;
    return `The email of the account ${id} was changed in the last ${emailUndoHours} hours, which its former owner can still undo. Merge them after that.`;
  }
  return null;
}

function hasPayment({ stripe_account_id: confirmed, account_id: begun }: StoredSide): boolean {
  return confirmed !== null || begun !== null;
}

/** The reference of an open request to delete their data. */
async function findOpenDeletion(
  db: Kysely<Database>,
  sides: readonly StoredSide[],
): Promise<string | undefined> {
  const former = await listFormer(
    db,
    sides.map(({ uid }) => uid),
  );
  const emails = [...sides, ...former].map(({ email_key: email }) => email);
  const ids = [...sides, ...former].map(({ support_id: id }) => id);
  const open = await db
    .selectFrom("privacy_cases")
    .select("reference")
    .where("kind", "=", "deletion")
    .where("scope", "=", "open")
    .where((row) => row.or([row("email", "in", emails), row("support_id", "in", ids)]))
    .executeTakeFirst();
  if (open) return open.reference;
  // Sent just now: the job has not made its case yet.
  const sent = await db
    .selectFrom("submissions")
    .select("reference")
    .where("collection", "=", dataDeletionForm.collection)
    .where("email", "in", emails)
    .where("done_at", "is", null)
    .where("id", "not in", (query) => query.selectFrom("privacy_cases").select("id"))
    .executeTakeFirst();
  return sent?.reference;
}

async function hasSameRequest(
  db: Kysely<Database>,
  keptUid: string,
  otherUid: string,
): Promise<boolean> {
  const same = await db
    .selectFrom("completed_requests as one")
    .innerJoin("completed_requests as other", "other.id", "one.id")
    .select("one.id")
    .where("one.uid", "=", keptUid)
    .where("other.uid", "=", otherUid)
    .limit(1)
    .executeTakeFirst();
  return same !== undefined;
}

/** Ending the link with the account would take away the owner's way back. */
async function canUndoEmail(db: Kysely<Database>, uid: string, now: number): Promise<boolean> {
  const link = await db
    .selectFrom("one_time_tokens")
    .select("uid")
    .where("uid", "=", uid)
    .where("kind", "=", "undo-email-change")
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}
