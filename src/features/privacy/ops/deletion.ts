import { parseArgs } from "node:util";
import { emailKey, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { removeStoredFiles } from "../../../platform/ops/remove-files.ts";
import { requireReference } from "../../../platform/ops/require-reference.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { findEmailFiles } from "../../../platform/server/mail/outbox-files.ts";
import { readPhone } from "../../../platform/server/values/phone.ts";
import { findAccountByEmail } from "../../customers/server/auth/queries.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { dataDeletionForm } from "../contract/data-deletion.ts";
import { eraseInBatches } from "../server/deletion/erase-person.ts";
import { findByPhone } from "../server/deletion/find.ts";
import { findAddresses } from "../server/deletion/find-uids.ts";
import { findHeldData, type HeldData } from "../server/deletion/held-data.ts";
import { carryOutDeletion, countErased } from "../server/requests/carry-out.ts";
import {
  type DeletionOutcome,
  finishDeletionRequest,
  listOpenDeletions,
  lockDeletionRequest,
  type OpenDeletion,
} from "../server/requests/deletion-requests.ts";

/** What the operator knows about the person besides the request. */
interface Given {
  readonly email?: string;
  readonly phone?: string;
  /** References of records that may be theirs: to delete, or "all", and to keep. */
  readonly also?: string[];
  readonly keep?: string[];
}

type Action = (
  database: DatabaseClient,
  operation: Operation,
  word: string,
  given: Given,
) => Promise<string>;

interface NamedAction {
  readonly names?: string;
  readonly options?: readonly (keyof Given)[];
  readonly act: Action;
}

/** Word of `--also` for all that are not kept. */
const everything = "all";

const actions: Readonly<Record<string, NamedAction>> = {
  list: { act: list },
  preview: { names: "<reference|email|phone>", options: ["phone"], act: preview },
  "carry-out": {
    names: "<reference>",
    options: ["email", "phone", "also", "keep"],
    act: carryOut,
  },
  done: { names: "<reference>", act: finish },
};

/**
 * Data deletion requests. `list` prints the open ones; `preview` prints everything held about a
 * person; `carry-out` deletes it and notifies the person by email; `done` only records that a
 * request was carried out by other means, and notifies the person. Two people may share a phone
 * number, so `carry-out` requires each record found only by number to be named with `--also` or
 * `--keep`.
 */
export const deletion: Command = {
  summary: "lists requests to delete data, shows what is held about a person, and deletes it",
  usage:
    "deletion list | deletion preview <reference|email|phone> [--phone <phone>] | deletion carry-out <reference> [--email <email>] [--phone <phone>] [--also <reference>]... [--keep <reference>]... | deletion done <reference>",
  changes: (args) => !args.includes("list") && !args.includes("preview"),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        email: { type: "string" },
        phone: { type: "string" },
        also: { type: "string", multiple: true },
        keep: { type: "string", multiple: true },
      },
      allowPositionals: true,
    });
    const [name = "", word = "", ...rest] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const isNamed = (action?.names !== undefined) === (word !== "");
    const known: readonly string[] = action?.options ?? [];
    const areKnown = Object.keys(values).every((option) => known.includes(option));
    if (!action || !isNamed || !areKnown || rest.length > 0) {
      throw new OperatorError(`Name the request: ${deletion.usage}`);
    }
    if (values.phone !== undefined && readPhone(values.phone) === undefined) {
      throw new OperatorError(`"${values.phone}" is not a phone number.`);
    }
    await withDatabase(operation, async (database) => {
      await operation.print(await action.act(database, operation, word.trim(), values));
    });
  },
};

async function list({ db }: DatabaseClient): Promise<string> {
  return toJsonText(await listOpenDeletions(db, Date.now()));
}

async function preview(
  { db }: DatabaseClient,
  { config }: Operation,
  word: string,
  { phone }: Given,
): Promise<string> {
  const asked = readPhone(word);
  if (asked !== undefined)
    return toJsonText({ phone: asked, records: await findByPhone(db, asked) });
  const email = looksLikeEmail(emailKey(word)) ? word : (await requireOpen(db, word)).email;
  return toJsonText(await findHeldData(db, email, phone, config));
}

async function carryOut(
  database: DatabaseClient,
  operation: Operation,
  word: string,
  given: Given,
): Promise<string> {
  const request = await requireOpen(database.db, word);
  const email = emailKey(given.email ?? request.email);
  if (given.email === undefined) await rejectDoubts(database, request);
  const held = await findHeldData(database.db, email, given.phone, operation.config);
  const { files, elsewhere } = held;
  const references = choosePossible(held, given);
  const erased = { email, references };
  const before = await countErased(database.db, email, references);
  const count = before.deleted + references.length;
  const batched = operation.dryRun ? [] : await eraseInBatches(database, erased, count, Date.now());
  const emailFiles = await findEmailFiles(
    operation.config,
    await findAddresses(database.db, email),
  );
  const done = await database.write(async (trx) => {
    const locked = await lockDeletionRequest(trx, request.reference);
    if (!locked) throw new OperatorError(`No open request has the reference ${word}.`);
    const order = { ...erased, emailFiles, before, actor: commandLine };
    return carryOutDeletion(trx, locked, order, Date.now());
  });
  const lines = [
    `Deleted everything about ${email}, except data deletion requests; files: ${files.length}`,
    ...Object.entries(done.counts.rows).map(([table, count]) => `  ${table}: ${count}`),
    ...references.map((reference) => `  also: ${reference}`),
    ...elsewhere,
    `${request.reference} is done. The customer is notified by email.`,
  ];
  await operation.print(lines.map((line) => `${line}\n`).join(""));
  const removed = [...batched, ...done.files];
  await removeStoredFiles(database, operation, removed, `Carried out ${request.reference}`);
  return "";
}

/**
 * The references of the records to delete among those that may be the person's: found only by phone
 * number, or merged with an application of theirs.
 * @throws OperatorError unless the operator named each of them, and no others
 */
function choosePossible(
  { phoneOnly, merged }: HeldData,
  { also = [], keep: kept = [] }: Given,
): string[] {
  const found = [
    ...merged,
    ...phoneOnly.map(({ reference = "", collection, data }) => {
      const [name, phone] = [String(data.name ?? ""), String(data.phone ?? "")];
      return { reference, collection, name, phone };
    }),
  ];
  const keep = kept.map(requireReference);
  const named = also.filter((one) => one !== everything).map(requireReference);
  const rest = found.map(({ reference }) => reference).filter((one) => !keep.includes(one));
  const chosen = also.includes(everything) ? rest : named;
  const decided = new Set([...chosen, ...named, ...keep]);
  const open = found.filter(({ reference }) => !decided.has(reference));
  if (open.length > 0) {
    const lines = open.map(({ collection, reference, name, phone }) =>
      [`  ${reference}`, collection, name, phone].join(" "),
    );
    throw new OperatorError(
      [
        "Nothing was deleted. These have the customer's phone number and no email address, or were merged with an application of theirs. Two people may share a number: name each with --also to delete it, or with --keep; --also all names the rest.",
        ...lines,
      ].join("\n"),
    );
  }
  const known = new Set(found.map(({ reference }) => reference));
  const other = [...decided].find((one) => !known.has(one));
  if (other !== undefined) {
    throw new OperatorError(
      `Nothing was deleted. ${other} is not found by the phone number alone, nor merged with theirs.`,
    );
  }
  const twice = named.find((one) => keep.includes(one));
  if (twice !== undefined)
    throw new OperatorError(`Name ${twice} with --also or --keep, not both.`);
  return chosen;
}

/**
 * Anyone can type someone else's address.
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
      `The request's support ID ${supportId} is not that of the account ${account.email}. Check who asks; then name the customer whose data to delete with --email.`,
    );
  }
  if (other && !account) {
    throw new OperatorError(
      `The request came from ${email}, but its support ID ${supportId} is that of the account ${other.email}. Check who asks; then name the customer whose data to delete with --email.`,
    );
  }
}

async function finish({ write }: DatabaseClient, _operation: Operation, word: string) {
  const reference = requireReference(word);
  const outcome = await write((trx) => finishDeletionRequest(trx, reference, Date.now()));
  return `${reference} ${describe(outcome, reference)}\n`;
}

/** The open request with a reference. @throws OperatorError */
async function requireOpen(db: DatabaseClient["db"], word: string): Promise<OpenDeletion> {
  const reference = requireReference(word);
  const open = await listOpenDeletions(db, Date.now());
  const found = open.find((request) => request.reference === reference);
  if (!found) throw new OperatorError(`No open request has the reference ${reference}.`);
  return found;
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
      return `is done (${new Date(outcome.time).toISOString()}). The customer is notified by email.`;
    case "done-before":
      return `was done before (${new Date(outcome.time).toISOString()}). No email was sent.`;
  }
}
