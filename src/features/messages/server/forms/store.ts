import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import type {
  FormDefinition,
  FormValues,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { SubmissionResponse } from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { SubmissionNotices } from "./notices.ts";
import {
  findByKey,
  insertSubmission,
  isOverLimit,
  type Limits,
  type NewSubmission,
  type StoredSubmission,
} from "./queries.ts";
import { canBeSpam, findManyPerAddress, findSpamReason, limitWindowMs } from "./spam.ts";

/** References are random: if this many in a row are already taken, something else is wrong. */
const maxAttempts = 5;

export interface Submission {
  readonly form: FormDefinition;
  readonly values: FormValues;
  /** The page's own key; undefined if no script made one. */
  readonly pageKey: string | undefined;
  readonly honeypot: string;
  readonly formTimeMs: number | undefined;
  readonly native: boolean;
  readonly addressHash: string | undefined;
  /** Email in lower case if limits are on. */
  readonly limitedSender: string | undefined;
}

/** The time in a page's key: it begins with milliseconds in base 36. */
const keyTime = /^[0-9a-z]{8}/;
/** 132 bits are enough to tell submissions apart, in half the space of a whole hash. */
const hashLength = 22;

/**
 * Keys under which this submission may already be stored; a new one is stored under the first. With
 * the page's key and the values, a retry is deduplicated and an edited form is a new record. A
 * native post without scripts has no key, so the sender's address replaces it for one window.
 * Requests without an idempotency key are not deduplicated.
 *
 * Keys begin with their time, so that new ones are neighbors in the index: with random keys, each
 * insert would change another page.
 */
function idempotencyKeys(submission: Submission, now: number): string[] {
  const { pageKey, values, native, addressHash } = submission;
  const hashOf = (base: string) =>
    hash("sha256", base + JSON.stringify(values), "base64url").slice(0, hashLength);
  if (pageKey) return [`${keyTime.exec(pageKey)?.[0] ?? ""}.${hashOf(`page:${pageKey}`)}`];
  if (!native || addressHash === undefined) return [];
  const window = Math.floor(now / limitWindowMs);
  return [window, window - 1].map((part) => `${part}.${hashOf(`native:${addressHash}:${part}`)}`);
}

/** A submission as it is stored, and what it may collide with. */
function prepare(submission: Submission, now: number) {
  const { form, values, addressHash, limitedSender } = submission;
  const keys = idempotencyKeys(submission, now);
  const record: NewSubmission = {
    id: orderedId(),
    collection: form.collection,
    data: { ...values, timestamp: new Date(now).toISOString() },
    email: emailKey(values.email ?? ""),
    createdAt: now,
    idempotencyKey: keys[0] ?? null,
    spamReason: canBeSpam(form.collection) ? findSpamReason(submission) : null,
    addressHash: addressHash ?? null,
  };
  const isLimited = addressHash !== undefined || limitedSender !== undefined;
  const limits = isLimited
    ? {
        earlierKey: keys[1] ?? null,
        sender: canBeSpam(form.collection) ? (limitedSender ?? null) : null,
        many: findManyPerAddress(form.collection),
      }
    : undefined;
  return { record, keys, limits, addressee: { form, recipient: values.email ?? "", now } };
}

/**
 * Stores a submission with exactly its collection's specified fields, and the emails to staff and
 * sender, in one durable commit.
 * @param now milliseconds since 1970, also the record's timestamp
 * @throws ApiError "too-many" for a flood from one address
 */
export async function storeSubmission(
  client: DatabaseClient,
  submission: Submission,
  now: number,
  notices: SubmissionNotices,
): Promise<SubmissionResponse> {
  const { record, limits, addressee } = prepare(submission, now);
  const stored = notices.isNeeded(addressee)
    ? undefined
    : await client.writeOne((db) => insertSubmission(db, record, limits));
  const { id, reference } =
    stored ?? (await client.write((trx) => storeWithin(trx, submission, now, notices)));
  return { id, reference };
}

/**
 * The same as a part of a transaction.
 * @returns also whether it is new, and not the repetition of one that is stored already
 */
export async function storeWithin(
  trx: Transaction<Database>,
  submission: Submission,
  now: number,
  notices: SubmissionNotices,
): Promise<SubmissionResponse & { readonly isNew: boolean }> {
  const { record, keys, limits, addressee } = prepare(submission, now);
  const first = await insertSubmission(trx, record, limits);
  const stored = first ?? (await resolveRejected(trx, record, keys, limits));
  const { id, reference } = stored;
  if (!isStored(stored)) return { id, reference, isNew: false };
  await notices.queue(trx, { ...addressee, ...stored });
  return { id, reference, isNew: true };
}

const isStored = (found: SubmissionResponse | StoredSubmission): found is StoredSubmission =>
  "spamReason" in found;

/** Finds out why a record was not stored, and stores it if it may be. */
async function resolveRejected(
  trx: Transaction<Database>,
  record: NewSubmission,
  keys: readonly string[],
  limits: Limits | undefined,
): Promise<SubmissionResponse | StoredSubmission> {
  const { collection, addressHash, createdAt } = record;
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const first = keys.length > 0 && (await findByKey(trx, collection, keys));
    if (first) return first;
    if (await isOverLimit(trx, addressHash, createdAt)) {
      throw new ApiError("too-many", { retryAfter: limitWindowMs / 1000 });
    }
    const stored = await insertSubmission(trx, record, limits);
    if (stored) return stored;
  }
  throw new Error("No free reference was found.");
}
