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
 * `requests add --email E` reads a JSON array of requests from standard input and stores all or
 * none of them for the person with that login email.
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
        `Name the account: ${requests.usage}. Give the requests as JSON on standard input.`,
      );
    }
    const list = readRequestList(await readInput());
    const database = await openDatabase(config);
    try {
      const account = await findAccountByEmail(database.db, email);
      if (!account) throw new OperatorError(`No account has the login email ${email}.`);
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
    `Nothing was stored. Different requests with these ids exist and are not replaced: ${error.ids.join(", ")}`,
  );
}

function describe({ added, present }: AddedRequests, collection: string): string {
  const lines = [`Added to ${collection}: ${added}`];
  if (present.length > 0) lines.push(`Already stored, not replaced: ${present.join(", ")}`);
  return `${lines.join("\n")}\n`;
}
