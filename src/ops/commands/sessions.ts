import { parseArgs } from "node:util";
import { findAccountByEmail } from "../../server/auth/accounts/queries.ts";
import { endAllSessions, endSessions } from "../../server/auth/accounts/sessions.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * `sessions end --email E` logs one person out on every device, `sessions end --all` everybody, for
 * use after a break-in or if cookies may have leaked.
 */
export const sessions: Command = {
  usage: "sessions end --email <email> | --all",

  async run({ args, config, print }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { email: { type: "string" }, all: { type: "boolean" } },
      allowPositionals: true,
    });
    const { email, all = false } = values;
    if (positionals.join(" ") !== "end" || all === Boolean(email)) {
      throw new OperatorError(`Name the account: ${sessions.usage}`);
    }
    const { db, write, close } = await openDatabase(config);
    try {
      const account = email === undefined ? undefined : await findAccountByEmail(db, email);
      if (email !== undefined && !account) {
        throw new OperatorError(`No account has the login email ${email}.`);
      }
      const ended = await write((trx) =>
        account ? endSessions(trx, account.uid) : endAllSessions(trx),
      );
      await print(`Sessions ended: ${ended}\n`);
    } finally {
      await close();
    }
  },
};
