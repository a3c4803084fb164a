import type { Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { findNamed } from "../../../customers/server/customer-refs.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { queueStaffNotice } from "../../../staff/server/staff-notices.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { NewAppCase } from "../../contract/api.ts";
import { appForm } from "../../contract/forms/app.ts";
import { findByKey, insertSubmission } from "../forms/queries.ts";

const { collection } = appForm;

/** References are random: if this many in a row are taken, something else is wrong. */
const maxAttempts = 5;

interface Opening {
  readonly trx: Transaction<Database>;
  readonly by: Actor;
  /** The same at each try of one message. */
  readonly key: string;
}

/**
 * Stores a customer's message from an app; a job, or whoever reads it, makes its case. The customer
 * gets no email: the app shows the reference.
 * @throws ApiError "unknown-customer", "ambiguous-customer"
 */
export async function openAppCase(
  { trx, by, key }: Opening,
  { customer: ref, supportId, subject = "", text: message }: NewAppCase,
  context: Pick<AppContext, "config" | "now" | "origin">,
): Promise<{ readonly id: string; readonly reference: string }> {
  const now = context.now();
  const customer = (await findNamed(trx, [ref]))(ref);
  const { uid, first_name, last_name } = customer;
  const email = shownEmail(customer.email);
  const name = `${first_name} ${last_name}`.trim();
  const idempotencyKey = `app:${key}`;
  const submission = {
    id: orderedId(),
    collection,
    data: { name, email, supportId, subject, message, timestamp: new Date(now).toISOString() },
    // By which the customer's page finds it, also without an email.
    email: emailKey(customer.email),
    createdAt: now,
    idempotencyKey,
    spamReason: null,
    addressHash: null,
  };
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const before = await findByKey(trx, collection, [idempotencyKey]);
    if (before) return before;
    const stored = await insertSubmission(trx, submission, undefined);
    if (!stored) continue;
    const { id, reference } = stored;
    await trx.insertInto("app_cases").values({ case_id: id, uid }).execute();
    const subjectOf = { kind: "case", id, reference } as const;
    const happened = { kind: "case.from-app", subject: subjectOf, audit: "change" } as const;
    await recordEvent(trx, { ...happened, actor: by }, now);
    const page = `${deskPaths.inbox}/${reference}`;
    await queueStaffNotice(trx, context, { collection, reference, page, now });
    return { id, reference };
  }
  throw new Error("No free reference was found.");
}
