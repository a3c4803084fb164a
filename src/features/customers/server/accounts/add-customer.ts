import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import type { FormValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { issueToken } from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { type newCustomerForm, welcomeLinkHours } from "../../contract/account-actions.ts";
import { authQuery } from "../../contract/auth.ts";
import { insertAccount, isAddressTaken } from "../auth/queries.ts";
import { recordAct } from "./acting.ts";

type Values = FormValues<(typeof newCustomerForm)["fields"][number]["name"]>;

/**
 * Adds a customer who called, who gets a link to choose a password. @returns the account's uid
 * @throws ApiError "invalid" if another account has the email
 */
export async function addCustomer(values: Values, by: Actor, context: AppContext): Promise<string> {
  const { database } = context;
  const uid = randomUUIDv7();
  const taken = { fields: { email: "A customer has this email already." } };
  if (await isAddressTaken(database.db, values.email)) throw new ApiError("invalid", taken);
  try {
    await database.write((trx) =>
      insertCustomer(trx, { uid, values, by, isInvited: true }, context),
    );
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
  const { email } = values;
  const supportId = makeReference();
  await insertAccount(trx, { uid, values, passwordHash: passwords.dummyHash, supportId, now });
  if (isInvited) {
    const kind = "reset-password";
    const lifetimeMs = hours(welcomeLinkHours);
    const token = await issueToken(trx, { kind, uid, data: email, lifetimeMs }, now);
    const url = `${origin()}${paths.resetPassword}?${authQuery.token}=${token}`;
    await queueEmail(trx, welcomeEmail({ uid, email }, url), now);
  }
  await recordAct({ trx, account: { support_id: supportId }, by, now }, "added");
}

function welcomeEmail(to: { readonly uid: string; readonly email: string }, url: string) {
  return composeEmail({
    kind: "added-by-staff",
    urgent: true,
    uid: to.uid,
    recipient: to.email,
    subject: `Your ${brand.name} account`,
    lines: [
      `We made a ${brand.name} account for you, as you asked us. Choose a password, and you can see your requests and receipts and ask for help online. You can also just call us.`,
    ],
    button: { label: "Choose a password", url },
    footnote: `The link works once, for ${welcomeLinkHours} hours. After that, press “Forgot your password?” where you log in. If you did not ask for an account, call us.`,
  });
}
