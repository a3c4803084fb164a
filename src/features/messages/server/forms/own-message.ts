import type { Transaction } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import type { SubmissionNotices } from "./notices.ts";
import { storeWithin } from "./store.ts";

interface OwnMessage {
  /** Of the account. */
  readonly uid: string;
  readonly message: string;
  /** The same message with the same key is stored once. */
  readonly pageKey: string;
}

/** Stores a message of an account, as if they had sent the contact form. */
export async function storeOwnMessage(
  trx: Transaction<Database>,
  { uid, message, pageKey }: OwnMessage,
  {
    context: { config, now },
    notices,
  }: { readonly context: AppContext; readonly notices: SubmissionNotices },
): ReturnType<typeof storeWithin> {
  const person = await trx
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .select(["first_name", "last_name", "phone_number", "accounts.email"])
    .where("profiles.uid", "=", uid)
    .executeTakeFirstOrThrow();
  const submission = {
    form: contactForm,
    values: {
      name: `${person.first_name} ${person.last_name}`.trim(),
      phone: person.phone_number,
      email: person.email,
      message,
    },
    pageKey,
    honeypot: "",
    formTimeMs: undefined,
    native: true,
    addressHash: undefined,
    limitedSender: config.rateLimits ? emailKey(person.email) : undefined,
  };
  return storeWithin(trx, submission, now(), notices);
}
