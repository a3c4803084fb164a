import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { minutes } from "../../../../../platform/contract/durations.ts";
import { facts } from "../../../../../platform/contract/facts.ts";
import { emailKey } from "../../../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../../platform/server/app-context.ts";
import {
  consumeToken,
  issueToken,
  readToken,
  revokeTokens,
  spendEmailLinks,
} from "../../../../../platform/server/credentials/one-time-tokens.ts";
import {
  clearCounter,
  countAttempt,
} from "../../../../../platform/server/credentials/throttles.ts";
import { hashToken } from "../../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { queueEmail } from "../../../../../platform/server/mail/outbox.ts";
import {
  linkTo,
  mergedAddressEmail,
  passwordChangedEmail,
  resetPasswordEmail,
} from "../account-emails.ts";
import { hashDevice, setDeviceCookie } from "../device-cookie.ts";
import { findAccountByEmail, findAccountsByEmail } from "../queries.ts";
import { endSessions } from "../sessions.ts";
import { removeSecondFactor } from "./second-factor.ts";

const lifetimeMs = minutes(facts.keep.resetLinkMinutes);
const kinds = ["reset-password"] as const;

/**
 * Emails a link to set a new password, if an account has the address. Otherwise the response is the
 * same, and so are the statements, which take the time: link and email are stored for nobody and
 * deleted before the commit. The address of an account that staff merged into another gets an email
 * that says so.
 * @throws ApiError "too-many", "links-sent" if the mailbox reached its limit, for known and unknown
 * addresses alike
 */
export async function requestReset(
  request: FastifyRequest,
  email: string,
  context: AppContext,
): Promise<void> {
  const { database, origin, clientKeys } = context;
  const requested = await findAccountByEmail(database.db, email);
  const browser = hashDevice(request, requested, context);
  const errorCode = "links-sent";
  await countAttempt(
    context,
    browser === undefined
      ? [
          { limit: "mailAddress", hash: clientKeys.hashAddress(request) },
          { limit: "resetAccount", hash: clientKeys.hashAccount(email), errorCode },
        ]
      : [{ limit: "resetBrowser", hash: browser, errorCode }],
  );
  await database.write(async (trx) => {
    const known = (await findAccountsByEmail(trx, email)).filter(
      ({ disabled_at: disabledAt }) => disabledAt === null,
    );
    const isKnown = known.length > 0;
    for (const account of isKnown ? known : [nobody]) {
      const sent = await sendResetLink(trx, account, { origin, now: context.now });
      await trx
        .deleteFrom("one_time_tokens")
        .where("token_hash", "=", isKnown ? "" : hashToken(sent.token))
        .execute();
      await trx
        .deleteFrom("mail_outbox")
        .where("id", "=", isKnown ? "" : sent.emailId)
        .execute();
    }
    await tellMerged(trx, email, context.now());
  });
}

/** Tells whoever asks with the address of a merged account which address to log in with. */
async function tellMerged(trx: Transaction<Database>, email: string, now: number): Promise<void> {
  const kept = await trx
    .selectFrom("account_merges as merges")
    .innerJoin("accounts", "accounts.uid", "merges.uid")
    .select(["accounts.uid", "accounts.email", "merges.email as former"])
    .where("merges.email_key", "=", emailKey(email))
    .where(({ eb, fn, ref }) =>
      eb(
        fn.coalesce("accounts.shared_email_key", "accounts.email_key"),
        "!=",
        ref("merges.email_key"),
      ),
    )
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  if (kept) await queueEmail(trx, mergedAddressEmail(kept), now);
}

/** Receives the emails that are deleted before the commit. */
const nobody = { uid: undefined, email: "nobody@example.invalid" };

export async function sendResetLink(
  trx: Transaction<Database>,
  { uid, email }: { readonly uid: string | undefined; readonly email: string },
  { origin, now: clock }: Pick<AppContext, "origin" | "now">,
): Promise<{ readonly token: string; readonly emailId: string }> {
  const now = clock();
  const kind = "reset-password";
  const token = await issueToken(trx, { kind, uid: uid ?? null, data: email, lifetimeMs }, now);
  const message = resetPasswordEmail({ uid, email, token, origin: origin() });
  return { token, emailId: await queueEmail(trx, message, now) };
}

/** A link that is not emailed. */
export async function makeResetLink(
  trx: Transaction<Database>,
  { uid, email }: { readonly uid: string; readonly email: string },
  { origin, now }: Pick<AppContext, "origin" | "now">,
): Promise<string> {
  const link = { kind: "reset-password", uid, data: email, lifetimeMs } as const;
  const token = await issueToken(trx, link, now());
  return linkTo({ origin: origin(), token }, paths.resetPassword);
}

/** Whether an emailed link can still set a password. */
export async function isResetLink(token: string, { database, now }: AppContext): Promise<boolean> {
  return (await readToken(database.db, token, kinds, now())) !== undefined;
}

/**
 * Sets a new password with an emailed link and signs the person out everywhere. The link also shows
 * that the address is theirs, so this browser gets a device cookie and strangers cannot lock it out
 * of the login that follows.
 * @throws ApiError "link-expired" if it was used before, even concurrently, or is too old
 */
export async function resetPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  newPassword: string,
  context: AppContext,
): Promise<void> {
  const { database, clientKeys } = context;
  if (!(await isResetLink(token, context))) throw new ApiError("link-expired");
  const passwordHash = await context.passwords.hash(newPassword);
  const account = await database.write(async (trx) => {
    const now = context.now();
    const contents = await consumeToken(trx, token, kinds, now);
    if (!contents || contents.uid === null) throw new ApiError("link-expired");
    const { uid } = contents;
    const removed = await removeUnconfirmedCredentials(trx, uid);
    const { email } = await trx
      .updateTable("accounts")
      .set((account) => ({
        password_hash: passwordHash,
        added_at: null,
        email_verified_at: account.fn.coalesce("email_verified_at", account.val(now)),
      }))
      .where("uid", "=", uid)
      .returning("email")
      .executeTakeFirstOrThrow();
    await endSessions(trx, uid);
    await revokeTokens(trx, uid, ["reset-password", "welcome-code", "change-email", "login-code"]);
    await spendEmailLinks(trx, uid, ["verify-email"]);
    await clearCounter(trx, { limit: "loginAccount", hash: clientKeys.hashAccount(email) });
    await queueEmail(trx, passwordChangedEmail({ uid, email, ...removed }), now);
    return { uid, password_hash: passwordHash };
  });
  setDeviceCookie(request, reply, context, account);
}

interface RemovedCredentials {
  readonly wasConfirmed: boolean;
  readonly passkeysRemoved: boolean;
  readonly codesRemoved: boolean;
}

/**
 * Removes passkeys and the second factor of an account whose address was never confirmed: somebody
 * else may have created it in the owner's name, and could get back in or lock the owner out. The
 * reset then confirms the address, so later resets remove neither.
 */
async function removeUnconfirmedCredentials(
  trx: Transaction<Database>,
  uid: string,
): Promise<RemovedCredentials> {
  const { email_verified_at: verifiedAt } = await trx
    .selectFrom("accounts")
    .select("email_verified_at")
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (verifiedAt !== null) {
    return { wasConfirmed: true, passkeysRemoved: false, codesRemoved: false };
  }
  const passkeys = await trx
    .deleteFrom("passkeys")
    .where("uid", "=", uid)
    .returning("id")
    .execute();
  const codesRemoved = await removeSecondFactor(trx, uid);
  return { wasConfirmed: false, passkeysRemoved: passkeys.length > 0, codesRemoved };
}
