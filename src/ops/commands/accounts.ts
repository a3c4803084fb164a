import { parseArgs } from "node:util";
import { emailKey, looksLikeEmail } from "../../contract/form-engine/rules.ts";
import { normalizeEmail } from "../../contract/normalize/email.ts";
import { deletionEmail } from "../../server/account/privacy/delete-account.ts";
import { securityEmail } from "../../server/account/security/security-emails.ts";
import { endSessions } from "../../server/auth/accounts/sessions.ts";
import { sendResetLink } from "../../server/auth/log-in/reset-password.ts";
import { removeSecondFactor } from "../../server/auth/log-in/second-factor.ts";
import {
  changeLoginEmail,
  disableAccount,
  enableAccount,
  liftThrottles,
} from "../../server/auth/staff/manage-accounts.ts";
import type { DatabaseClient } from "../../server/platform/db/client.ts";
import { requireSecret } from "../../server/platform/db/secrets.ts";
import { isUniqueViolation } from "../../server/platform/db/unique-violation.ts";
import { accountFolder } from "../../server/platform/files/named-files.ts";
import { createClientKeys } from "../../server/platform/http/client-key.ts";
import { queueEmail } from "../../server/platform/mail/outbox.ts";
import { findEmailFiles } from "../../server/platform/mail/outbox-files.ts";
import { revokeTokens } from "../../server/platform/tokens/one-time-tokens.ts";
import { deleteAccount, deleteManyMessages } from "../../server/records/deletion/delete-account.ts";
import type { Command, Operation } from "../command.ts";
import { requireAccount } from "../find-account.ts";
import { linkContext } from "../link-context.ts";
import { OperatorError } from "../operator-error.ts";
import { removeStoredFiles } from "../remove-files.ts";
import { withDatabase } from "../with-database.ts";

/** The account that the operator named, and its site. */
interface Target {
  readonly uid: string;
  readonly email: string;
  readonly database: DatabaseClient;
  readonly operation: Operation;
  /** The address to change to. */
  readonly to: string;
}

/** Actions by name. Each returns the text to print. */
const actions: Readonly<Record<string, (target: Target) => Promise<string>>> = {
  "second-factor off": turnOffCodes,
  "change-email": changeEmail,
  "reset-link": sendLink,
  unlock,
  disable,
  enable,
  delete: remove,
};

/**
 * Accounts by login email, for their owners, after the operator has verified who asks.
 * `second-factor off` is for owners who lost both phone and recovery codes: the password is kept.
 */
export const accounts: Command = {
  summary: "manages one person's account after you have verified who asks",
  usage: Object.keys(actions)
    .map(
      (name) => `accounts ${name} --email <email>${name === "change-email" ? " --to <email>" : ""}`,
    )
    .join(" | "),
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: { email: { type: "string" }, to: { type: "string" } },
      allowPositionals: true,
    });
    const { email, to } = values;
    const name = positionals.join(" ");
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!act || !email || (to !== undefined) !== (name === "change-email")) {
      throw new OperatorError(`Name the account: ${accounts.usage}`);
    }
    await withDatabase(operation, async (database) => {
      const { uid, email } = await requireAccount(database.db, values.email ?? "");
      await operation.print(`${await act({ uid, email, database, operation, to: to ?? "" })}\n`);
    });
  },
};

async function turnOffCodes({ uid, email, database }: Target): Promise<string> {
  const message = await securityEmail({ database }, uid, "codes-off-by-staff");
  const ended = await database.write(async (trx) => {
    if (!(await removeSecondFactor(trx, uid))) return undefined;
    await revokeTokens(trx, uid, ["login-code"]);
    await queueEmail(trx, message, Date.now());
    return endSessions(trx, uid);
  });
  if (ended === undefined) throw new OperatorError(`The account ${email} does not use codes.`);
  return `Codes are off for ${email}; the password is enough to log in. The owner is notified by email. Sessions ended: ${ended}`;
}

async function changeEmail({
  uid,
  email,
  database,
  operation,
  to: typed,
}: Target): Promise<string> {
  const to = normalizeEmail(typed);
  if (!looksLikeEmail(to)) throw new OperatorError(`"${to}" is not an email address.`);
  const links = linkContext(operation);
  try {
    await database.write((trx) => changeLoginEmail(trx, { uid, email }, to, links));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new OperatorError(`Another account has the login email ${to}.`);
  }
  return `The account ${email} logs in with ${to} from now on, and is logged out everywhere. A confirmation link is sent to the new address, a notice to the old one.`;
}

async function sendLink({ uid, email, database, operation }: Target): Promise<string> {
  const links = linkContext(operation);
  await database.write((trx) => sendResetLink(trx, { uid, email }, links));
  return `A link to set a new password is sent to ${email}.`;
}

async function unlock({ uid, email, database, operation }: Target): Promise<string> {
  const secret = await requireSecret(database, "keys");
  const keys = createClientKeys({ ...operation.config, rateLimits: true }, secret);
  await database.write((trx) => liftThrottles(trx, { uid, email }, keys));
  return `The limits on attempts at ${email} are lifted.`;
}

async function disable({ uid, email, database }: Target): Promise<string> {
  const ended = await database.write((trx) => disableAccount(trx, uid, Date.now()));
  if (ended === undefined) throw new OperatorError(`The account ${email} is disabled already.`);
  return `No one can log in to ${email} until it is enabled. Sessions ended: ${ended}`;
}

async function enable({ uid, email, database }: Target): Promise<string> {
  if (!(await database.write((trx) => enableAccount(trx, uid)))) {
    throw new OperatorError(`The account ${email} is not disabled.`);
  }
  return `${email} can log in again.`;
}

async function remove({ uid, email, database, operation }: Target): Promise<string> {
  const emailFiles = await findEmailFiles(operation.config, emailKey(email));
  if (!operation.dryRun) await deleteManyMessages(database, uid);
  await database.write((trx) => deleteAccount(trx, uid, Date.now(), deletionEmail, emailFiles));
  const done = `Deleted the account ${email}`;
  await removeStoredFiles(database, operation, [accountFolder(uid), ...emailFiles], done);
  return `The account ${email} is deleted with its files. The owner is notified by email.`;
}
