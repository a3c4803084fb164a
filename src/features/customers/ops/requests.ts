import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { dayOf } from "../../../platform/server/values/calendar.ts";
import { type AddedRequests, addRequests, RequestsExist } from "../server/requests/add.ts";
import {
  AlreadyCompleted,
  completeRequest,
  RequestsMissing,
  removeRequests,
  resolveRequests,
  updateRequests,
} from "../server/requests/change.ts";
import { readDate } from "../server/requests/request-cells.ts";
import {
  type ListFormat,
  readRequestChanges,
  readRequestList,
} from "../server/requests/request-list.ts";
import { requestsName } from "../server/requests/requests.ts";
import { requireAccount } from "./find-account.ts";

/** What the operator typed after the action. */
interface Given {
  readonly words: readonly string[];
  readonly format: ListFormat;
  readonly date: string | undefined;
  readonly price: string | undefined;
}

/** Does the work for one person. @returns what to print */
type Work = (database: DatabaseClient, uid: string) => Promise<string>;

/** Each action checks what was typed, before the database is opened. */
const actions: Readonly<Record<string, (given: Given, operation: Operation) => Promise<Work>>> = {
  add: prepareAdd,
  update: prepareUpdate,
  complete: prepareComplete,
  remove: prepareRemove,
};

/**
 * The requests of the person with a login email. `add` and `update` read a list from standard
 * input, JSON or CSV with the fields of `RequestRecord`, and store all of it or nothing; `complete` and
 * `remove` name requests by id or reference.
 */
export const requests: Command = {
  summary: "adds, changes, completes and removes a person's requests",
  usage:
    "requests add --email <email> [--csv] | requests update --email <email> [--csv] | requests complete --email <email> <id> [--date <date>] [--price <dollars>] | requests remove --email <email> <id>...",
  details: [
    "Fields of add and update, as JSON or as columns of a CSV:",
    "  id                chosen by you; one person has it once; no slash",
    "  requestTitle      what the help was",
    "  assignedTo        name of the provider, or empty",
    "  assignedToUid     the provider's ID, or empty",
    "  requestCompleted  true or false; in a CSV also yes, no, Completed, In Progress",
    "  dateCompleted     seconds since 1970 or null; in a CSV also 2026-05-01 or 5/1/2026",
    "  price             US dollars such as 24.50, or null",
  ].join("\n"),
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        email: { type: "string" },
        csv: { type: "boolean" },
        date: { type: "string" },
        price: { type: "string" },
      },
      allowPositionals: true,
    });
    const [name = "", ...words] = positionals;
    const { email, csv, date, price } = values;
    const prepare = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!prepare || !email) throw new OperatorError(`Name the account: ${requests.usage}`);
    const given: Given = { words, format: csv ? "csv" : "json", date, price };
    const work = await prepare(given, operation);
    await withDatabase(operation, async (database) => {
      const { uid } = await requireAccount(database.db, email);
      await operation.print(await work(database, uid).catch(explain));
    });
  },
};

async function prepareAdd({ words, format }: Given, { readBytes }: Operation): Promise<Work> {
  rejectWords(words);
  const list = readRequestList(await readBytes(), format);
  return async (database, uid) => {
    const added = await addRequests(database, { uid, requests: list }, Date.now());
    return describeAdded(added, requestsName(uid));
  };
}

async function prepareUpdate({ words, format }: Given, { readBytes }: Operation): Promise<Work> {
  rejectWords(words);
  const changes = readRequestChanges(await readBytes(), format);
  return async (database, uid) => {
    const changed = await updateRequests(database, { uid, changes }, Date.now());
    return `Changed in ${requestsName(uid)}: ${changed}\nUnchanged: ${changes.length - changed}\n`;
  };
}

async function prepareComplete({ words, date, price }: Given): Promise<Work> {
  if (words.length !== 1) throw new OperatorError(`Name one request: ${requests.usage}`);
  const dateCompleted = date === undefined ? undefined : readDate(date);
  if (date !== undefined && dateCompleted === undefined) {
    throw new OperatorError(`"${date}" is not a date such as 2026-05-01.`);
  }
  if (dateCompleted !== undefined && isFuture(dateCompleted)) {
    throw new OperatorError(`"${date}" is in the future: complete a request when it is done.`);
  }
  const dollars = price?.replace(/^\$/, "");
  if (dollars !== undefined && !/^\d{1,7}(\.\d{1,2})?$/.test(dollars)) {
    throw new OperatorError(`"${price}" is not a price such as 24.50.`);
  }
  return async (database, uid) => {
    const [id = ""] = await resolveRequests(database.db, uid, words);
    const completion = {
      uid,
      id,
      ...(dateCompleted !== undefined && { dateCompleted }),
      ...(dollars !== undefined && { price: Number(dollars) }),
    };
    await completeRequest(database, completion, Date.now());
    return `Completed in ${requestsName(uid)}: ${id}\n`;
  };
}

async function prepareRemove({ words }: Given): Promise<Work> {
  if (words.length === 0) throw new OperatorError(`Name the requests: ${requests.usage}`);
  return async (database, uid) => {
    const ids = await resolveRequests(database.db, uid, words);
    await removeRequests(database, { uid, ids }, Date.now());
    return `Removed from ${requestsName(uid)}: ${ids.join(", ")}\n`;
  };
}

/** Whether a time in seconds since 1970 is on a later day than today. */
function isFuture(seconds: number): boolean {
  return Temporal.PlainDate.compare(dayOf(seconds * 1000), dayOf(Date.now())) > 0;
}

function rejectWords(words: readonly string[]): void {
  if (words.length === 0) return;
  throw new OperatorError(`Give the requests on standard input: ${requests.usage}`);
}

function explain(error: unknown): never {
  if (error instanceof RequestsExist) {
    throw new OperatorError(
      `Nothing was stored. Different requests with these ids exist and are not replaced: ${error.ids.join(", ")}`,
    );
  }
  if (error instanceof AlreadyCompleted) {
    throw new OperatorError(
      "Nothing was changed. The request is already Completed; correct it with requests update.",
    );
  }
  if (error instanceof RequestsMissing) {
    throw new OperatorError(
      `Nothing was changed. The customer has no such requests: ${error.words.join(", ")}`,
    );
  }
  throw error;
}

function describeAdded({ added, present }: AddedRequests, collection: string): string {
  const lines = [`Added to ${collection}: ${added}`];
  if (present.length > 0) lines.push(`Already stored, not replaced: ${present.join(", ")}`);
  return `${lines.join("\n")}\n`;
}
