import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { hasEmail } from "../../../../platform/contract/email.ts";
import type { FormValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  consumeToken,
  readToken,
  revokeTokens,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { deskItself } from "../../../staff/server/write-audit.ts";
import type { welcomeForm } from "../../contract/password-forms.ts";
import { accountTokens, recordAct, tellOwner } from "../accounts/acting.ts";
import { setEmail } from "../accounts/staff-email-change.ts";
import { hashWelcomeCode } from "../accounts/welcome.ts";
import { sendVerification, updateProfileAddress } from "./confirm-email.ts";
import { isAddressTaken } from "./queries.ts";
import { endSessions } from "./sessions.ts";

type Values = FormValues<(typeof welcomeForm)["fields"][number]["name"]>;

const kinds = ["welcome-code"] as const;

/**
 * Saves the first password of an account that staff added, for who has the code of its letter or text
 * and knows last name, ZIP code and email. An account without an email gets the one that was entered.
 * Neither is confirmed by that: the code came by another way.
 * @throws ApiError "welcome-refused", "too-many", "email-already-in-use"
 */
export async function choosePassword(
  request: FastifyRequest,
  values: Values,
  context: AppContext,
): Promise<void> {
  const { database, clientKeys, now, secret, passwords } = context;
  const token = hashWelcomeCode(secret, values.code);
  await countAttempt(context, [
    { limit: "welcomeAddress", hash: clientKeys.hashAddress(request) },
    { limit: "welcomeCode", hash: clientKeys.hashAccount(token) },
  ]);
  const known = await readToken(database.db, token, kinds, now());
  await requireOwner(database.db, known?.uid, values);
  const passwordHash = await passwords.hash(values.newPassword);
  await database.write(async (trx) => {
    const contents = await consumeToken(trx, token, kinds, now());
    const account = await requireOwner(trx, contents?.uid, values);
    const { uid } = account;
    const email = hasEmail(account.email) ? account.email : values.email;
    if (email !== account.email) {
      if (await isAddressTaken(trx, email)) throw new ApiError("email-already-in-use");
      await setEmail(trx, uid, { email, email_verified_at: null }, now());
      const from = emailKey("");
      await updateProfileAddress(trx, { uid, from, to: email, now: now() });
    }
    await trx
      .updateTable("accounts")
      .set({ password_hash: passwordHash, added_at: null })
      .where("uid", "=", uid)
      .execute();
    await endSessions(trx, uid);
    await revokeTokens(trx, uid, accountTokens);
    const acting = { trx, account: { ...account, email }, by: deskItself, now: now() };
    await recordAct(acting, "welcome-code-used");
    if (account.email_verified_at === null) await sendVerification(trx, context, { uid, email });
    await tellOwner(acting, "password-chosen");
  });
}

/** @throws ApiError "welcome-refused" */
async function requireOwner(db: Kysely<Database>, uid: string | null | undefined, values: Values) {
  const row = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .selectAll("accounts")
    .select(["profiles.last_name", "profiles.zip"])
    .where("accounts.uid", "=", uid ?? "")
    .where("accounts.added_at", "is not", null)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  const isOwner =
    row !== undefined &&
    lettersOf(row.last_name) === lettersOf(values.lastName) &&
    row.zip.trim().slice(0, 5) === values.zip.trim().slice(0, 5) &&
    (!hasEmail(row.email) || emailKey(row.email) === emailKey(values.email));
  if (!isOwner) throw new ApiError("welcome-refused");
  return row;
}

/** "O’Neill" and "oneill" are the same name. */
function lettersOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^\p{L}]/gu, "")
    .toLowerCase();
}
