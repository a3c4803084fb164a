import { parseArgs } from "node:util";
import {
  type AddedRequests,
  addRequests,
  RequestsExist,
} from "../../server/account/requests/add.ts";
import { findAccountByEmail } from "../../server/auth/accounts/queries.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { readRequestList } from "../../server/records/people/request-list.ts";
import { requestsName } from "../../server/records/people/requests.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * `requests add --email E` stores the requests given as a JSON array on standard input,
 * all or none, with the person who signs in with that address.
 */
export const requests: Command = {
  usage: "requests add --email <email>",

  async run({ args, config, readInput, print }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { email: { type: "string" } },
      allowPositionals: true,
    });
    const { email } = values;
    if (positionals.join(" ") !== "add" || !email) {
      throw new OperatorError(
        `Say whose they are: ${requests.usage}. The requests come as JSON on standard input.`,
      );
    }
    const list = readRequestList(await readInput());
    const database = await openDatabase(config);
    try {
      const account = await findAccountByEmail(database.db, email);
      if (!account) throw new OperatorError(`There is no account that logs in with ${email}.`);
      const { uid } = account;
      const now = Date.now();
      const result = await addRequests(database, { uid, requests: list }, now).catch(explain);
      await print(describe(result, requestsName(uid)));
    } finally {
      await database.close();
    }
  },
};

function explain(error: unknown): never {
  if (!(error instanceof RequestsExist)) throw error;
  throw new OperatorError(
    `Nothing was stored: requests with other contents have these ids, and are not replaced: ${error.ids.join(", ")}`,
  );
}

function describe({ added, present }: AddedRequests, collection: string): string {
  const lines = [`Added to ${collection}: ${added}`];
  if (present.length > 0) lines.push(`There already, not replaced: ${present.join(", ")}`);
  return `${lines.join("\n")}\n`;
}
