import { randomUUIDv7 } from "node:crypto";
import { brand } from "../../../../brand.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import type { FormValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { issueToken } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { type newCustomerForm, welcomeLinkHours } from "../../contract/account-actions.ts";
import { authQuery } from "../../contract/auth.ts";
import { insertAccount, isAddressTaken } from "../auth/queries.ts";
import { recordAct } from "./acting.ts";

/**
 * Adds a customer who called, without a password: the emailed link chooses one, which confirms the
 * address. @returns the account's uid
 * @throws ApiError "invalid" if another account has the email
 */
export async function addCustomer(
  values: FormValues<(typeof newCustomerForm)["fields"][number]["name"]>,
  by: Actor,
  { database, now: clock, origin, passwords }: AppContext,
): Promise<string> {
  const now = clock();
  const uid = randomUUIDv7();
  const { email } = values;
  const taken = { fields: { email: "A customer has this email already." } };
  if (await isAddressTaken(database.db, email)) throw new ApiError("invalid", taken);
  try {
    await database.write(async (trx) => {
      const supportId = makeReference();
      const passwordHash = passwords.dummyHash;
      await insertAccount(trx, { uid, values, passwordHash, supportId, now });
      const account = await trx
        .selectFrom("accounts")
        .selectAll()
        .where("uid", "=", uid)
        .executeTakeFirstOrThrow();
      const kind = "reset-password";
      const lifetimeMs = hours(welcomeLinkHours);
      const token = await issueToken(trx, { kind, uid, data: email, lifetimeMs }, now);
      const url = `${origin()}${paths.resetPassword}?${authQuery.token}=${token}`;
      await queueEmail(trx, welcomeEmail({ uid, email }, url), now);
      await recordAct({ trx, account, by, now }, "added");
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError("invalid", taken) : error;
  }
  return uid;
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
