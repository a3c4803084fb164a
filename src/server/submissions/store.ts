import { hash, randomUUIDv7 } from "node:crypto";
import type { FormDefinition, FormValues } from "../../contract/define-form.ts";
import type { SubmissionAnswer } from "../../contract/submission.ts";
import type { DatabaseClient } from "../db/client.ts";
import { ApiError } from "../http/api-error.ts";
import type { SubmissionNotices } from "./notices.ts";
import { countRecent, findByKey, insertSubmission } from "./queries.ts";
import { findSpamReason, limitWindowMs, mostPerAddress } from "./spam.ts";

/** A checked form on its way into the database. */
export interface Submission {
  readonly form: FormDefinition;
  readonly values: FormValues;
  /** The page's own key; undefined when no script made one. */
  readonly pageKey: string | undefined;
  readonly honeypot: string;
  readonly formTimeMs: number | undefined;
  readonly native: boolean;
  readonly addressHash: string | undefined;
  /** E-mail in lower case when limits are on. */
  readonly limitedSender: string | undefined;
}

/**
 * Keys under which this send may already be stored, the one to store under first. A
 * page's key with the values makes a retry harmless and an edited form a new record.
 * A native post without scripts has no key: there the sender's address stands in for
 * it during one window. A program without a key means each call.
 */
function idempotencyKeys(submission: Submission, now: number): string[] {
  const { pageKey, values, native, addressHash } = submission;
  const keyOf = (base: string) => hash("sha256", base + JSON.stringify(values), "base64url");
  if (pageKey) return [keyOf(`page:${pageKey}`)];
  if (!native || addressHash === undefined) return [];
  const window = Math.floor(now / limitWindowMs);
  return [window, window - 1].map((part) => keyOf(`native:${addressHash}:${part}`));
}

/**
 * Stores a submission with its record exactly as SPEC 3 lists it, in one durable commit,
 * and with it the mails that tell staff and sender.
 * @param now milliseconds since 1970, also the record's timestamp
 * @throws ApiError "too-many" for a flood from one address
 */
export function storeSubmission(
  { write }: DatabaseClient,
  submission: Submission,
  now: number,
  notices: SubmissionNotices,
): Promise<SubmissionAnswer> {
  const { form, values, honeypot, formTimeMs, addressHash, limitedSender } = submission;
  const keys = idempotencyKeys(submission, now);
  const id = randomUUIDv7();
  const data = { ...values, timestamp: new Date(now).toISOString() };
  return write(async (trx) => {
    const fromAddress = await countRecent(trx, "address_hash", addressHash, now);
    const isOverLimit = fromAddress >= mostPerAddress;
    // One key is looked up by the insert itself, unless there will be none.
    const looksFirst = keys.length > 1 || (keys.length > 0 && isOverLimit);
    const first = looksFirst && (await findByKey(trx, form.collection, keys));
    if (first) return first;
    if (isOverLimit) {
      throw new ApiError("too-many", { retryAfter: limitWindowMs / 1000 });
    }
    const fromSender = await countRecent(trx, "email", limitedSender, now);
    const spamReason = findSpamReason({ honeypot, formTimeMs, fromAddress, fromSender });
    const answer = await insertSubmission(trx, {
      id,
      collection: form.collection,
      data,
      email: values.email?.toLowerCase() ?? "",
      createdAt: now,
      idempotencyKey: keys[0] ?? null,
      spamReason,
      addressHash: addressHash ?? null,
    });
    const { reference } = answer;
    if (answer.id === id) {
      const recipient = values.email ?? "";
      await notices.queue(trx, { form, reference, recipient, spamReason, now });
    }
    return answer;
  });
}
