import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { makeNoEmail } from "../../../../platform/contract/email.ts";
import type { FormValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import { recordSpoken } from "../../../messages/server/calls/write-text.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { newCustomerForm, WelcomeWay } from "../../contract/account-actions.ts";
import { insertAccount, isAddressTaken } from "../auth/queries.ts";
import { recordAct } from "./acting.ts";
import { emailWelcomeLink, welcome } from "./welcome.ts";

type Values = FormValues<(typeof newCustomerForm)["fields"][number]["name"]>;

interface AddedCustomer {
  readonly values: Values;
  readonly way: WelcomeWay;
  /** The caller said yes to texts, when the question was read aloud. */
  readonly agreed: boolean;
}

/**
 * Adds a customer who called, who gets a link to choose a password by email or text; a letter is made
 * afterwards, on its page. @returns the account's uid
 * @throws ApiError "invalid" if another account has the email, or the way is closed
 */
export async function addCustomer(
  { values, way, agreed }: AddedCustomer,
  by: Actor & { readonly staffId: string },
  context: AppContext,
): Promise<string> {
  const { database } = context;
  const uid = randomUUIDv7();
  const taken = { fields: { email: "A customer has this email already." } };
  if (values.email !== "" && (await isAddressTaken(database.db, values.email))) {
    throw new ApiError("invalid", taken);
  }
  try {
    await database.write(async (trx) => {
      await insertCustomer(trx, { uid, values, by, isInvited: way === "email" }, context);
      if (way !== "text") return;
      if (agreed) await recordSpoken(trx, values.phone, true, by, context);
      const account = await trx
        .selectFrom("accounts")
        .selectAll()
        .where("uid", "=", uid)
        .executeTakeFirstOrThrow();
      await welcome({ trx, account, by, now: context.now() }, way, context);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError("invalid", taken) : error;
  }
  return uid;
}

export interface NewCustomer {
  readonly uid: string;
  readonly values: Values;
  readonly by: Actor;
  /** Emails a link that chooses a password, which confirms the address. */
  readonly isInvited: boolean;
}

/** Adds a customer without a password. @throws as `insertAccount` */
export async function insertCustomer(
  trx: Transaction<Database>,
  { uid, values, by, isInvited }: NewCustomer,
  { now: clock, origin, passwords }: Pick<AppContext, "now" | "origin" | "passwords">,
): Promise<void> {
  const now = clock();
  const supportId = makeReference();
  const email = values.email || makeNoEmail(supportId);
  const account = { uid, values: { ...values, email }, supportId, now };
  await insertAccount(trx, { ...account, passwordHash: passwords.dummyHash, isAdded: true });
  if (isInvited) await emailWelcomeLink(trx, { uid, email, now, origin: origin() });
  await recordAct({ trx, account: { support_id: supportId }, by, now }, "added");
}
