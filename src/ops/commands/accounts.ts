import { parseArgs } from "node:util";
import { securityEmail } from "../../server/account/security/security-emails.ts";
import { endSessions } from "../../server/auth/accounts/sessions.ts";
import { removeSecondFactor } from "../../server/auth/log-in/second-factor.ts";
import { queueEmail } from "../../server/platform/mail/outbox.ts";
import { revokeTokens } from "../../server/platform/tokens/one-time-tokens.ts";
import type { Command, Operation } from "../command.ts";
import { requireAccount } from "../find-account.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `accounts second-factor off --email E` is for owners who lost both phone and recovery codes,
 * after the operator has verified their identity. The password stays; all sessions end.
 */
export const accounts: Command = {
  usage: "accounts second-factor off --email <email>",
  hasDryRun: true,

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { email: { type: "string" } },
      allowPositionals: true,
    });
    const { email } = values;
    if (positionals.join(" ") !== "second-factor off" || !email) {
      throw new OperatorError(`Name the account: ${accounts.usage}`);
    }
    await withDatabase({ config, dryRun }, async (database) => {
      const { uid } = await requireAccount(database.db, email);
      const message = await securityEmail({ database }, uid, "codes-off-by-staff");
      const ended = await database.write(async (trx) => {
        if (!(await removeSecondFactor(trx, uid))) return undefined;
        await revokeTokens(trx, uid, ["login-code"]);
        await queueEmail(trx, message, Date.now());
        return endSessions(trx, uid);
      });
      if (ended === undefined) throw new OperatorError(`The account ${email} does not use codes.`);
      await print(
        `Codes are off for ${email}; the password is enough to log in. The owner is told by email. Sessions ended: ${ended}\n`,
      );
    });
  },
};
