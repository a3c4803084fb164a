import { parseArgs } from "node:util";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { emailKey, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { linkContext } from "../../../platform/ops/link-context.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { removeStoredFiles } from "../../../platform/ops/remove-files.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { revokeTokens } from "../../../platform/server/credentials/one-time-tokens.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { isUniqueViolation } from "../../../platform/server/db/unique-violation.ts";
import { createClientKeys } from "../../../platform/server/http/client-key.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { findEmailFiles } from "../../../platform/server/mail/outbox-files.ts";
import { deleteAccount, deleteManyMessages } from "../../privacy/server/deletion/delete-account.ts";
import { deletionEmail } from "../../privacy/server/own-data/delete-account.ts";
import { sendResetLink } from "../server/auth/log-in/reset-password.ts";
import { removeSecondFactor } from "../server/auth/log-in/second-factor.ts";
import { endSessions } from "../server/auth/sessions.ts";
import { accountFolder } from "../server/files.ts";
import {
  changeLoginEmail,
  disableAccount,
  enableAccount,
  liftThrottles,
} from "../server/manage-accounts.ts";
import { securityEmail } from "../server/security/security-emails.ts";
import { requireAccount } from "./find-account.ts";

interface Target {
  readonly uid: string;
  readonly email: string;
  readonly database: DatabaseClient;
  readonly operation: Operation;
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
  if (!operation.dryRun) await deleteManyMessages(database, uid, Date.now());
  await database.write((trx) => deleteAccount(trx, uid, Date.now(), deletionEmail, emailFiles));
  const done = `Deleted the account ${email}`;
  await removeStoredFiles(database, operation, [accountFolder(uid), ...emailFiles], done);
  return `The account ${email} is deleted with its files. The owner is notified by email.`;
}
