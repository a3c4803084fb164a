import type { FastifyRequest } from "fastify";
import type { Selectable, Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  issueToken,
  readToken,
  revokeTokens,
  spendEmailLink,
  spendEmailLinks,
  type TokenKind,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { requireOwnPage } from "../../../../platform/server/http/same-origin.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import type { ConfirmLinkValues } from "../../contract/confirm-email.ts";
import { emitAccount } from "../account-events.ts";
import { rejectFormerAddress } from "../merges/former-accounts.ts";
import { emailChangedEmail, verificationEmail } from "./account-emails.ts";
import { tryPassword } from "./log-in/log-in.ts";
import { findAccountByEmail } from "./queries.ts";
import { findSession, requireLiveSession } from "./sessions.ts";

const lifetimeMs = hours(facts.keep.emailLinkHours);
const kinds = ["verify-email", "change-email"] as const;
const wrongPassword = "This is not the password of that account.";

/** Emails a link that confirms a person's login email; only the newest link works. */
export async function sendVerification(
  trx: Transaction<Database>,
  context: Pick<AppContext, "now" | "origin">,
  { uid, email }: { readonly uid: string; readonly email: string },
): Promise<void> {
  const now = context.now();
  await spendEmailLinks(trx, uid, ["verify-email"]);
  const token = await issueToken(trx, { kind: "verify-email", uid, data: email, lifetimeMs }, now);
  const to = { uid, email, token, origin: context.origin() };
  const undo = await trx
    .selectFrom("one_time_tokens")
    .select("kind")
    .where("uid", "=", uid)
    .where("kind", "=", "undo-email-change" satisfies TokenKind)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  const reason = undo ? "changed-by-staff" : "account-created";
  await queueEmail(trx, verificationEmail(to, reason), now);
}

/** State of the page of an emailed link, by its viewer; undefined if it was used or has expired. */
export async function readConfirmLink(
  token: string,
  request: FastifyRequest,
  context: AppContext,
): Promise<ConfirmLinkValues | undefined> {
  const link = await findLink(token, context);
  if (!link) return undefined;
  const session = await findSession(request, context);
  const { email, kind } = link;
  if (session?.uid === link.uid) return { email, kind, viewer: "owner" };
  if (link.totp_enabled_at !== null) return { email, kind, viewer: "code-needed" };
  return { email, kind, viewer: session ? "other-account" : "anybody" };
}

/**
 * Whether a link was used or replaced, and the account has its address confirmed: pressed twice, after
 * a newer link, or after a reset of the password, which confirms too.
 */
export async function isAlreadyConfirmed(
  token: string,
  { database: { db }, now }: Pick<AppContext, "database" | "now">,
): Promise<boolean> {
  const link = await readToken(db, token, ["spent-email-link"], now());
  if (!link?.uid) return false;
  const account = await db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("uid", "=", link.uid)
    .executeTakeFirst();
  if (!account || account.email_verified_at === null) return false;
  return emailKey(account.email) === emailKey(link.data);
}

/** Nothing is left to do if the address is confirmed. @throws ApiError "link-expired" if it is not */
async function acceptSpentLink(token: string, context: AppContext): Promise<void> {
  if (!(await isAlreadyConfirmed(token, context))) throw new ApiError("link-expired");
}

async function findLink(token: string, { database, now }: AppContext) {
  const contents = await readToken(database.db, token, kinds, now());
  if (!contents || contents.uid === null) return undefined;
  const account = await database.db
    .selectFrom("accounts")
    .select(["uid", "email as loginEmail", "totp_enabled_at"])
    .where("uid", "=", contents.uid)
    .executeTakeFirst();
  const kind = contents.kind as ConfirmLinkValues["kind"];
  return account && { ...account, kind, email: contents.data };
}

/**
 * Confirms the address that a link was emailed to: the login email, or a new one, which replaces
 * it; nothing changes if a link of the account confirmed that address before. The old address is notified. The link alone is not enough: the mailbox's owner may not be the
 * creator of the account, who would then see what the owner once sent.
 * @throws ApiError "link-expired", "confirm-needed" if nobody or somebody else is signed in,
 * "email-already-in-use" if another account now has the address, "cross-site"
 */
export async function confirmWithSession(
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<void> {
  requireOwnPage(request, context.config);
  const link = await findLink(token, context);
  if (!link) return acceptSpentLink(token, context);
  const session = await findSession(request, context);
  if (session?.uid !== link.uid) throw new ApiError("confirm-needed");
  await confirmEmail(token, link.email, context, async (trx) =>
    requireLiveSession(trx, session, context),
  );
}

/**
 * Confirms with the account's password; attempts count like logins. Accounts with codes require a
 * session: the password alone must not be enough here.
 * @throws ApiError "link-expired", "invalid" with a message for `password`, "confirm-needed",
 * "email-already-in-use", "too-many"
 */
export async function confirmWithPassword(
  request: FastifyRequest,
  token: string,
  password: string,
  context: AppContext,
): Promise<void> {
  const link = await findLink(token, context);
  if (!link) return acceptSpentLink(token, context);
  if (link.totp_enabled_at !== null) throw new ApiError("confirm-needed");
  try {
    const verified = await tryPassword(request, { email: link.loginEmail, password }, context);
    if (verified.uid !== link.uid) throw new ApiError("link-expired");
    await confirmEmail(token, link.email, context, async (trx, account) => {
      if (account.totp_enabled_at !== null) throw new ApiError("confirm-needed");
      await verified.settle(trx);
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.body.code === "wrong-password")) throw error;
    throw new ApiError("invalid", { fields: { password: wrongPassword } });
  }
}

/** Account data for a confirmation; locked until the commit. */
type LockedAccount = Pick<
  Selectable<Database["accounts"]>,
  "uid" | "email" | "email_key" | "shared_email_key" | "totp_enabled_at"
>;

/** Checks, inside the transaction, that the account's owner confirms. */
type VerifyOwner = (trx: Transaction<Database>, account: LockedAccount) => Promise<void>;

async function confirmEmail(
  token: string,
  email: string,
  context: AppContext,
  verify: VerifyOwner,
): Promise<void> {
  const { database } = context;
  try {
    await database.write((trx) => confirm(trx, token, context, verify));
  } catch (error) {
    // Pressed twice at the same time.
    if (error instanceof ApiError && error.body.code === "link-expired") {
      return acceptSpentLink(token, context);
    }
    if (!isUniqueViolation(error)) throw error;
    if (!(await findAccountByEmail(database.db, email))) throw error;
    throw new ApiError("email-already-in-use");
  }
}

async function confirm(
  trx: Transaction<Database>,
  token: string,
  context: AppContext,
  verify: VerifyOwner,
): Promise<void> {
  const now = context.now();
  const contents = await spendEmailLink(trx, token, kinds, now);
  const account =
    contents?.uid &&
    (await trx
      .selectFrom("accounts")
      .select(["uid", "email", "email_key", "shared_email_key", "totp_enabled_at"])
      .where("uid", "=", contents.uid)
      .forUpdate()
      .executeTakeFirst());
  if (!contents || !account) throw new ApiError("link-expired");
  await verify(trx, account);
  const { uid } = account;
  const newKey = emailKey(contents.data);
  const isChange = contents.kind === "change-email";
  // The link was sent to an address that is no longer the login email.
  const oldKey = account.shared_email_key ?? account.email_key;
  if (!isChange && newKey !== oldKey) throw new ApiError("link-expired");
  const change = { email: contents.data, email_key: newKey, shared_email_key: null };
  await trx
    .updateTable("accounts")
    .set({ email_verified_at: now, ...(isChange && change) })
    .where("uid", "=", uid)
    .execute();
  if (!isChange) return;
  // Afterwards, as the update waits for a merge that is ending the account with the address.
  await rejectFormerAddress(trx, contents.data, uid);
  await updateProfileAddress(trx, { uid, from: oldKey, to: contents.data, now });
  // Readers of the old mailbox must no longer get in.
  await revokeTokens(trx, uid, ["reset-password", "verify-email"]);
  if (newKey !== oldKey) {
    await emitAccount(trx, "email_changed", uid, now);
    await queueEmail(trx, emailChangedEmail({ uid, email: account.email }), now);
  }
}

interface AddressChange {
  readonly uid: string;
  /** By `emailKey`. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Updates the profile's address if it was the old login email; a different one is kept. */
export async function updateProfileAddress(
  trx: Transaction<Database>,
  { uid, from, to, now }: AddressChange,
): Promise<void> {
  const { email_address: shown } = await trx
    .selectFrom("profiles")
    .select("email_address")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  if (emailKey(shown) !== from) return;
  await trx
    .updateTable("profiles")
    .set((row) => ({ email_address: to, version: row("version", "+", 1), updated_at: now }))
    .where("uid", "=", uid)
    .execute();
}
