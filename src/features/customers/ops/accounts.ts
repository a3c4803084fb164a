import { parseArgs } from "node:util";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { emailKey, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { linkContext } from "../../../platform/ops/link-context.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { removeStoredFiles } from "../../../platform/ops/remove-files.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { createClientKeys } from "../../../platform/server/http/client-key.ts";
import { findEmailFiles } from "../../../platform/server/mail/outbox-files.ts";
import { deleteAccount, deleteManyMessages } from "../../privacy/server/deletion/delete-account.ts";
import { deletionEmail } from "../../privacy/server/own-data/delete-account.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { linkConsentHours } from "../../texts/contract/consent.ts";
import { welcomeWays } from "../contract/account-actions.ts";
import { mergeUndoDays } from "../contract/merges.ts";
import {
  liftThrottles,
  lockAccount,
  mailResetLink,
  textResetLink,
  unlockAccount,
} from "../server/accounts/account-actions.ts";
import type { Acting } from "../server/accounts/acting.ts";
import { turnOffCodes } from "../server/accounts/factor-removals.ts";
import { changeLoginEmail } from "../server/accounts/staff-email-change.ts";
import { welcome } from "../server/accounts/welcome.ts";
import { accountFolder } from "../server/files.ts";
import { listFormer } from "../server/merges/former-accounts.ts";
import { mergeAccounts } from "../server/merges/merge-accounts.ts";
import { previewMerge } from "../server/merges/preview-merge.ts";
import { undoMerge } from "../server/merges/undo-merge.ts";
import { requireAccount } from "./find-account.ts";

interface Target {
  readonly account: Acting["account"];
  readonly database: DatabaseClient;
  readonly operation: Operation;
  /** The new email of `change-email`, the reason of `disable`, the other account of a merge. */
  readonly to: string | undefined;
  readonly reason: string | undefined;
  readonly with: string | undefined;
  /** How a link is sent. */
  readonly by: string | undefined;
}

/** Actions by name. Each returns the text to print. */
const actions: Readonly<Record<string, (target: Target) => Promise<string>>> = {
  "second-factor off": secondFactorOff,
  "change-email": changeEmail,
  "reset-link": sendLink,
  welcome: sendWelcome,
  unlock,
  disable,
  enable,
  delete: remove,
  merge,
  unmerge,
};

/** Options besides `--email`. */
const optionsOf: Readonly<Record<string, string>> = {
  "change-email": " --to <email>",
  disable: " [--reason <text>]",
  merge: " --with <email>",
  unmerge: " --with <email>",
  "reset-link": " [--by email|text]",
  welcome: " [--by email|text|letter]",
};

/**
 * Accounts by login email, for their owners, after the operator has verified who asks.
 * `second-factor off` is for owners who lost both phone and recovery codes: the password is kept.
 */
export const accounts: Command = {
  summary: "manages one person's account after you have verified who asks",
  usage: Object.keys(actions)
    .map((name) => `accounts ${name} --email <email>${optionsOf[name] ?? ""}`)
    .join(" | "),
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        email: { type: "string" },
        to: { type: "string" },
        reason: { type: "string" },
        with: { type: "string" },
        by: { type: "string" },
      },
      allowPositionals: true,
    });
    const { email, to, reason, with: other, by } = values;
    const name = positionals.join(" ");
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const isComplete =
      (to !== undefined) === (name === "change-email") &&
      (other !== undefined) === name.endsWith("merge");
    const isKnown =
      (reason === undefined || name === "disable") &&
      (by === undefined || optionsOf[name]?.includes("--by") === true);
    if (!act || !email || !isComplete || !isKnown) {
      throw new OperatorError(`Name the account: ${accounts.usage}`);
    }
    await withDatabase(operation, async (database) => {
      const account = await requireAccount(database.db, email);
      const text = await act({ account, database, operation, to, reason, with: other, by });
      await operation.print(`${text}\n`);
    });
  },
};

/** @param errors what to print for the codes of an ApiError */
async function write<Done>(
  { account, database }: Target,
  act: (acting: Acting) => Promise<Done>,
  errors: Readonly<Record<string, string>> = {},
): Promise<Done> {
  const acting = { account, by: commandLine, now: Date.now() };
  try {
    return await database.write((trx) => act({ trx, ...acting }));
  } catch (error) {
    const text = error instanceof ApiError ? errors[error.body.code] : undefined;
    throw text === undefined ? error : new OperatorError(text);
  }
}

async function secondFactorOff(target: Target): Promise<string> {
  const { email } = target.account;
  const ended = await write(target, turnOffCodes, {
    "case-changed": `The account ${email} does not use codes.`,
  });
  return `Codes are off for ${email}; the password is enough to log in. The owner is notified by email. Sessions ended: ${ended}`;
}

async function changeEmail(target: Target): Promise<string> {
  const { email } = target.account;
  const to = normalizeEmail(target.to ?? "");
  if (!looksLikeEmail(to)) throw new OperatorError(`"${to}" is not an email address.`);
  const links = linkContext(target.operation);
  await write(target, (acting) => changeLoginEmail(acting, to, links), {
    "email-already-in-use": `Another account has the login email ${to}.`,
    "case-changed": `The account ${email} has this login email already.`,
  });
  return `The account ${email} logs in with ${to} from now on, and is logged out everywhere. A confirmation link is sent to the new address, a notice to the old one, which can undo the change.`;
}

async function sendLink(target: Target): Promise<string> {
  const { email } = target.account;
  const links = linkContext(target.operation);
  const way = requireWay(target.by, ["email", "text"]);
  if (way === "text") {
    const context = { ...links, config: target.operation.config };
    await write(target, (acting) => textResetLink(acting, context), {
      "case-changed": `The account ${email} gets no link by text: its email must be confirmed, and its number must have agreed to texts ${linkConsentHours} hours ago.`,
    });
    return "A link to set a new password is texted to the phone on record, and an email says so.";
  }
  await write(target, (acting) => mailResetLink(acting, links), {
    "case-changed": `The account ${email} is disabled or has no email, so a link would open nothing.`,
  });
  return `A link to set a new password is sent to ${email}.`;
}

async function sendWelcome(target: Target): Promise<string> {
  const { account, database, operation } = target;
  const way = requireWay(target.by, welcomeWays);
  const secret = await requireSecret(database, "keys");
  const context = { ...linkContext(operation), config: operation.config, secret };
  const row = await database.db
    .selectFrom("accounts")
    .select("added_at")
    .where("uid", "=", account.uid)
    .executeTakeFirstOrThrow();
  const letter = await write(
    target,
    (acting) => welcome({ ...acting, account: { ...account, ...row } }, way, context),
    {
      "case-changed": `The account ${account.support_id} is disabled, or its owner has chosen a password.`,
    },
  );
  if (!letter) return `A link to choose a password is sent by ${way}.`;
  return [
    letter.name,
    ...letter.address,
    "",
    `To choose a password, open ${letter.page} and enter this code: ${letter.code}`,
    `It works once, until ${letter.expiresAt}.`,
  ].join("\n");
}

function requireWay<Way extends string>(word: string | undefined, ways: readonly Way[]): Way {
  const found = ways.find((way) => way === (word ?? "email"));
  if (!found) throw new OperatorError(`--by is one of ${ways.join(", ")}.`);
  return found;
}

async function unlock(target: Target): Promise<string> {
  const { database, operation, account } = target;
  const secret = await requireSecret(database, "keys");
  const keys = createClientKeys({ ...operation.config, rateLimits: true }, secret);
  await write(target, (acting) => liftThrottles(acting, keys));
  return `The limits on attempts at ${account.email} are lifted.`;
}

async function disable(target: Target): Promise<string> {
  const { email } = target.account;
  const ended = await write(target, (acting) => lockAccount(acting, target.reason ?? null), {
    "case-changed": `The account ${email} is disabled already.`,
  });
  return `No one can log in to ${email} until it is enabled. Sessions ended: ${ended}`;
}

async function enable(target: Target): Promise<string> {
  const { email } = target.account;
  await write(target, unlockAccount, {
    "case-changed": `The account ${email} is not disabled.`,
  });
  return `${email} can log in again.`;
}

async function remove({ account: { uid, email }, database, operation }: Target): Promise<string> {
  const former = await listFormer(database.db, [uid]);
  const addresses = [emailKey(email), ...former.map((one) => one.email_key)];
  const emailFiles = await findEmailFiles(operation.config, addresses);
  if (!operation.dryRun) await deleteManyMessages(database, uid, Date.now());
  await database.write((trx) => deleteAccount(trx, uid, Date.now(), deletionEmail, emailFiles));
  const done = `Deleted the account ${email}`;
  await removeStoredFiles(database, operation, [accountFolder(uid), ...emailFiles], done);
  return `The account ${email} is deleted with its files. The owner is notified by email.`;
}

async function merge(target: Target): Promise<string> {
  const { account, database } = target;
  const other = await requireAccount(database.db, target.with ?? "");
  const pair = { kept: account.uid, other: other.uid };
  const { moves } = await previewMerge(database.db, pair, Date.now());
  const acting = { by: commandLine, now: Date.now() };
  await database.write((trx) => mergeAccounts(pair, { trx, ...acting })).catch(toOperatorError);
  const moved = moves.map(({ name, count }) => `${name}: ${count}`).join(", ");
  return `The account ${other.email} (${other.support_id}) is merged into ${account.email} (${account.support_id}), and its login has ended. Moved: ${moved || "nothing"}. Both addresses get an email. It can be undone for ${mergeUndoDays} days with “accounts unmerge”.`;
}

async function unmerge(target: Target): Promise<string> {
  const { account, database } = target;
  const word = target.with ?? "";
  const merged = (await listFormer(database.db, [account.uid])).find(
    (one) => one.email_key === emailKey(word) || one.support_id === word.trim().toUpperCase(),
  );
  if (!merged) {
    throw new OperatorError(`No account ${word} was merged into ${account.email}.`);
  }
  const acting = { by: commandLine, now: Date.now() };
  await database
    .write((trx) => undoMerge(merged.merged_uid, { trx, ...acting }))
    .catch(toOperatorError);
  return `The account ${merged.email} is made again, with its login and everything that moved. Both addresses get an email.`;
}

/** @throws OperatorError with the reason why accounts are not merged or separated */
function toOperatorError(error: unknown): never {
  const isReason = error instanceof ApiError && error.body.code === "not-allowed";
  throw isReason ? new OperatorError(error.message) : error;
}
