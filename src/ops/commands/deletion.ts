import { parseArgs } from "node:util";
import { emailKey, looksLikeEmail } from "../../contract/form-engine/rules.ts";
import { dataDeletionForm } from "../../contract/forms/data-deletion.ts";
import { isReference } from "../../contract/forms/submission.ts";
import { findAccountByEmail } from "../../server/auth/accounts/queries.ts";
import type { DatabaseClient } from "../../server/platform/db/client.ts";
import { removeFiles } from "../../server/platform/files/removals.ts";
import {
  type DeletionOutcome,
  finishDeletionRequest,
  listOpenDeletions,
  type OpenDeletion,
} from "../../server/records/deletion/deletion-requests.ts";
import { erasePerson } from "../../server/records/deletion/erase-person.ts";
import { findHeldData } from "../../server/records/deletion/held-data.ts";
import { deleteApplication } from "../../server/recruiting/resumes/discard.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

type Action = (
  database: DatabaseClient,
  operation: Operation,
  word: string,
  email: string | undefined,
) => Promise<string>;

/** Actions by name, with what each names; `takesEmail`: the person may be named beside it. */
const actions: Readonly<
  Record<string, { readonly names?: string; readonly takesEmail?: true; readonly act: Action }>
> = {
  list: { act: list },
  preview: { names: "<reference|email>", act: preview },
  "carry-out": { names: "<reference>", takesEmail: true, act: carryOut },
  done: { names: "<reference>", act: finish },
};

/**
 * Data deletion requests. `list` prints the open ones; `preview` prints everything held about a
 * person; `carry-out` deletes it and tells the person by email; `done` only records that a request
 * was carried out by other means, and tells the person.
 */
export const deletion: Command = {
  usage:
    "deletion list | deletion preview <reference|email> | deletion carry-out <reference> [--email <email>] | deletion done <reference>",
  hasDryRun: true,

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: { email: { type: "string" } },
      allowPositionals: true,
    });
    const [name = "", word = "", ...rest] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const isNamed = (action?.names !== undefined) === (word !== "");
    const isEmailFine = values.email === undefined || action?.takesEmail === true;
    if (!action || !isNamed || !isEmailFine || rest.length > 0) {
      throw new OperatorError(`Name the request: ${deletion.usage}`);
    }
    await withDatabase(operation, async (database) => {
      await operation.print(await action.act(database, operation, word.trim(), values.email));
    });
  },
};

async function list({ db }: DatabaseClient): Promise<string> {
  return toJson(await listOpenDeletions(db, Date.now()));
}

async function preview({ db }: DatabaseClient, _operation: Operation, word: string) {
  const email = looksLikeEmail(word) ? word : (await requireOpen(db, word)).email;
  return toJson(await findHeldData(db, email));
}

async function carryOut(
  database: DatabaseClient,
  { config, dryRun }: Operation,
  word: string,
  given: string | undefined,
): Promise<string> {
  const request = await requireOpen(database.db, word);
  const email = emailKey(given ?? request.email);
  if (given === undefined) await rejectDoubts(database, request);
  const { rows, files, elsewhere } = await findHeldData(database.db, email);
  const removed = await database.write(async (trx) => {
    const gone = await erasePerson(trx, email, Date.now(), deleteApplication);
    await finishDeletionRequest(trx, request.reference, Date.now());
    return gone;
  });
  const failed = dryRun ? [] : await removeFiles({ database, dataDir: config.dataDir }, removed);
  const lines = [
    `Deleted everything about ${email}, but for data deletion requests; files: ${files.length}`,
    ...Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`),
    ...(failed.length > 0 ? ["Some files could not be removed yet. The server tries again."] : []),
    ...elsewhere,
    `${request.reference} is done. The person is told by email.`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * Anybody can type anybody's address.
 * @throws OperatorError if address and support ID do not belong to the same account
 */
async function rejectDoubts(
  { db }: DatabaseClient,
  { email, supportId }: OpenDeletion,
): Promise<void> {
  const account = await findAccountByEmail(db, email);
  const other = await db
    .selectFrom("accounts")
    .select("email")
    .where("support_id", "=", supportId.trim().toUpperCase())
    .executeTakeFirst();
  if (account && account.email !== other?.email) {
    throw new OperatorError(
      `The request's support ID ${supportId} is not that of the account ${account.email}. Check who asks; then name the person whose data to delete with --email.`,
    );
  }
  if (other && !account) {
    throw new OperatorError(
      `The request came from ${email}, but its support ID ${supportId} is that of the account ${other.email}. Check who asks; then name the person whose data to delete with --email.`,
    );
  }
}

async function finish({ write }: DatabaseClient, _operation: Operation, word: string) {
  const reference = toReference(word);
  const outcome = await write((trx) => finishDeletionRequest(trx, reference, Date.now()));
  return `${reference} ${describe(outcome, reference)}\n`;
}

/** The open request with a reference. @throws OperatorError */
async function requireOpen(db: DatabaseClient["db"], word: string): Promise<OpenDeletion> {
  const reference = toReference(word);
  const open = await listOpenDeletions(db, Date.now());
  const found = open.find((request) => request.reference === reference);
  if (!found) throw new OperatorError(`No open request has the reference ${reference}.`);
  return found;
}

function toReference(word: string): string {
  const reference = word.toUpperCase();
  if (!isReference(reference)) throw new OperatorError(`"${word}" is not a reference.`);
  return reference;
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** @throws OperatorError if there is nothing to mark */
function describe(outcome: DeletionOutcome, reference: string): string {
  switch (outcome.state) {
    case "not-found":
      throw new OperatorError(`No request has the reference ${reference}.`);
    case "other-collection":
      throw new OperatorError(
        `${reference} is a ${outcome.collection} record; only ${dataDeletionForm.collection} records can be marked as done.`,
      );
    case "done":
      return `is done (${new Date(outcome.time).toISOString()}). The person is told by email.`;
    case "done-before":
      return `was done before (${new Date(outcome.time).toISOString()}). No email was sent.`;
  }
}
