import { countEmails, retryEmails } from "../server/mail/queries.ts";
import type { Command, Operation } from "./command.ts";
import { toJsonText } from "./json-text.ts";
import { OperatorError } from "./operator-error.ts";
import { withDatabase } from "./with-database.ts";

/**
 * `mail` prints how many emails of each kind are waiting or have failed; `mail retry` makes all
 * of them due at once.
 */
export const mail: Command = {
  summary: "counts the emails that wait or failed; retry makes them due now",
  usage: "mail [retry]",
  changes: (args) => args.includes("retry"),

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const [word, ...rest] = args;
    if (rest.length > 0 || (word !== undefined && word !== "retry")) {
      throw new OperatorError(`Usage: ${mail.usage}`);
    }
    await withDatabase({ config, dryRun }, async (client) => {
      if (word === "retry") {
        const count = await client.write((trx) => retryEmails(trx, Date.now()));
        await print(`${count} emails are queued again.\n`);
      } else {
        await print(toJsonText(await countEmails(client.db)));
      }
    });
  },
};
