import type { Transaction } from "kysely";
import { facts } from "../../contract/facts.ts";
import { emailKey } from "../../contract/rules.ts";
import type { AppContext } from "../context.ts";
import type { Database } from "../db/schema.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { ApiError } from "../http/api-error.ts";
import { queueMail } from "../mail/outbox.ts";
import { emailChangedMail, verifyEmailMail } from "./account-mails.ts";
import { consumeToken, issueToken, readToken, revokeTokens } from "./one-time-tokens.ts";
import { findAccountByEmail } from "./queries.ts";

const lifetimeMs = facts.keep.emailLinkHours * 60 * 60 * 1000;
const kinds = ["verify-email", "change-email"] as const;

/** Mails a link that confirms a person's sign-in address; the newest link is the one that works. */
export async function sendVerification(
  trx: Transaction<Database>,
  context: Pick<AppContext, "now" | "origin">,
  { uid, email }: { readonly uid: string; readonly email: string },
): Promise<void> {
  const now = context.now();
  await revokeTokens(trx, uid, ["verify-email"]);
  const token = await issueToken(trx, { kind: "verify-email", uid, data: email, lifetimeMs }, now);
  await queueMail(trx, verifyEmailMail({ uid, email, token, origin: context.origin() }), now);
}

/** The address that a mailed link would confirm; undefined when it was used or is too old. */
export async function readConfirmLink(
  token: string,
  { database, now }: AppContext,
): Promise<string | undefined> {
  return (await readToken(database.db, token, kinds, now()))?.data;
}

/**
 * Confirms the address that a mailed link was sent to: the one that signs in already, or a
 * new one, which signs in from now on. The old one is told.
 * @throws ApiError "link-expired", "email-already-in-use" when somebody else has it by now
 */
export async function confirmEmail(token: string, context: AppContext): Promise<void> {
  const { database } = context;
  const email = await readConfirmLink(token, context);
  if (email === undefined) throw new ApiError("link-expired");
  try {
    await database.write((trx) => confirm(trx, token, context));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (!(await findAccountByEmail(database.db, email))) throw error;
    throw new ApiError("email-already-in-use");
  }
}

async function confirm(
  trx: Transaction<Database>,
  token: string,
  context: AppContext,
): Promise<void> {
  const now = context.now();
  const meaning = await consumeToken(trx, token, kinds, now);
  const account =
    meaning?.uid &&
    (await trx
      .selectFrom("accounts")
      .select(["uid", "email", "email_key"])
      .where("uid", "=", meaning.uid)
      .forUpdate()
      .executeTakeFirst());
  if (!meaning || !account) throw new ApiError("link-expired");
  const { uid } = account;
  const newKey = emailKey(meaning.data);
  const isChange = meaning.kind === "change-email";
  // The link went to an address that no longer signs in.
  if (!isChange && newKey !== account.email_key) throw new ApiError("link-expired");
  await trx
    .updateTable("accounts")
    .set({ email_verified_at: now, ...(isChange && { email: meaning.data, email_key: newKey }) })
    .where("uid", "=", uid)
    .execute();
  if (!isChange) return;
  await moveProfileAlong(trx, { uid, from: account.email_key, to: meaning.data, now });
  // Whoever reads the old mailbox shall not get in any more.
  await revokeTokens(trx, uid, ["reset-password", "verify-email"]);
  if (newKey !== account.email_key) {
    await queueMail(trx, emailChangedMail({ uid, email: account.email }), now);
  }
}

interface Move {
  readonly uid: string;
  /** In lower case. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The profile shows the same address again if it did before; one of its own stays. */
async function moveProfileAlong(
  trx: Transaction<Database>,
  { uid, from, to, now }: Move,
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
