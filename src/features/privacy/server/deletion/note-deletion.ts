import { createHmac } from "node:crypto";
import type { Transaction } from "kysely";
import { facts } from "../../../../platform/contract/facts.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { readHashKey } from "../../../../platform/server/values/hash-key.ts";

/**
 * What a deletion was about; each kind is repeated by the function that deleted it.
 * - account: the uid
 * - messages: everything with an address except applications and accounts
 * - person: everything with an address
 * - subscriber: the newsletter's records of an address
 * - record: the reference of a submission or an application, or the id of a draft
 *
 * Addresses as `emailKey` makes them.
 */
export type SubjectKind = "account" | "messages" | "person" | "subscriber" | "record";

export interface Subject {
  readonly kind: SubjectKind;
  readonly name: string;
}

/** The keyed hash of a subject: without the key, which only the database has, it tells nothing. */
export function hashSubject(key: Buffer, { kind, name }: Subject): string {
  const hash = createHmac("sha256", key).update(`deletion:${kind}:${name}`).digest("base64url");
  return `${kind}:${hash}`;
}

/** Tells the keys of two databases apart, and nothing about them. */
export function nameOfKey(key: Buffer): string {
  return createHmac("sha256", key).update("deletion:key").digest("base64url").slice(0, 8);
}

/**
 * Notes a deletion that a person or staff asked for, in its transaction: it is to be repeated if an
 * older backup is ever restored (docs/decisions/0107). A job copies it out of the database.
 */
export async function noteDeletion(
  trx: Transaction<Database>,
  subjects: readonly Subject[],
  now: number,
): Promise<void> {
  const key = await readHashKey(trx);
  await trx
    .insertInto("carried_out_deletions")
    .values({
      id: orderedId(),
      at: now,
      subjects: JSON.stringify(subjects.map((one) => hashSubject(key, one))),
      days_left: facts.keep.deletionHashDays,
      listed_at: null,
    })
    .execute();
}
