import type { Transaction } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { staffForms } from "../../contract/forms/staff-forms.ts";
import { toSnippet } from "../cases/submitted-case.ts";
import { requireCase } from "../conversation-page/change-conversation.ts";
import { findByKey, insertSubmission } from "../forms/queries.ts";
import { type Case, lockCase } from "../inbox/lock-case.ts";
import type { SendContext } from "../replies/subject.ts";

/** References are random: if this many in a row are taken, something else is wrong. */
const maxAttempts = 5;

interface NewCase {
  readonly form: (typeof staffForms)[number];
  readonly values: { readonly name: string; readonly email: string } & Readonly<
    Record<string, string>
  >;
  /** The same from the same person is the same case. */
  readonly key: string;
  /** First words of what was said. */
  readonly text: string;
}

/**
 * Makes the case of a contact that staff began, and does the rest with it. A page that sends it twice
 * gets the first case, and nothing more is done.
 * @returns its reference
 */
export async function beginCase(
  { form: { collection }, values, key, text }: NewCase,
  staffId: string,
  context: SendContext,
  rest: (trx: Transaction<Database>, begun: Case) => Promise<void>,
): Promise<string> {
  const { database, now } = context;
  const keys = [`${staffId}:${key}`];
  const submission = {
    id: orderedId(),
    collection,
    data: { ...values, timestamp: new Date(now()).toISOString() },
    email: emailKey(values.email),
    createdAt: now(),
    idempotencyKey: keys[0] ?? null,
    spamReason: null,
    addressHash: null,
  };
  const { id, reference } = await database.write(async (trx) => {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const found =
        (await findByKey(trx, collection, keys)) ??
        (await insertSubmission(trx, submission, undefined));
      if (found) return found;
    }
    throw new Error("No free reference was found.");
  });
  await requireCase(context, { kind: "case", id });
  await database.write(async (trx) => {
    const begun = await lockCase(trx, reference);
    // Done before, by an earlier request with this key.
    if (begun?.version !== 1) return;
    const snippet = toSnippet(text);
    await trx.updateTable("cases").set({ snippet }).where("id", "=", id).execute();
    await rest(trx, { ...begun, snippet });
  });
  return reference;
}
