import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { logOutEverywhere } from "../server/accounts/account-actions.ts";
import { endAllSessions } from "../server/auth/sessions.ts";
import { requireAccount } from "./find-account.ts";

/**
 * `sessions end --email E` logs one person out on every device, `sessions end --all` everybody, for
 * use after a break-in or if cookies may have leaked.
 */
export const sessions: Command = {
  summary: "logs one account out everywhere, or all accounts",
  usage: "sessions end --email <email> | sessions end --all",
  changes: () => true,

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { email: { type: "string" }, all: { type: "boolean" } },
      allowPositionals: true,
    });
    const { email, all = false } = values;
    if (positionals.join(" ") !== "end" || all === Boolean(email)) {
      throw new OperatorError(`Name the account: ${sessions.usage}`);
    }
    await withDatabase({ config, dryRun }, async ({ db, write }) => {
      const account = email === undefined ? undefined : await requireAccount(db, email);
      const ended = await write((trx) =>
        account
          ? logOutEverywhere({ trx, account, by: commandLine, now: Date.now() })
          : endAllSessions(trx),
      );
      await print(`Sessions ended: ${ended}\n`);
    });
  },
};
