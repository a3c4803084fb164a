import { parseArgs } from "node:util";
import { listSubscribers } from "../../server/newsletter/queries.ts";
import { unsubscribeLink } from "../../server/newsletter/unsubscribe-link.ts";
import { requireSecret } from "../../server/platform/db/secrets.ts";
import type { Command } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `newsletter export` prints, as a JSON array, each address with its personal
 * unsubscribe link, for the List-Unsubscribe header of a newsletter service (RFC 8058). Addresses
 * that only spam signed up are left out unless `--with-spam` asks for them.
 */
export const newsletter: Command = {
  usage: "newsletter export [--with-spam]",

  async run({ args, config, dryRun, print, warn }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { "with-spam": { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.join(" ") !== "export") {
      throw new OperatorError(`Usage: ${newsletter.usage}`);
    }
    const { publicUrl } = config;
    if (publicUrl === undefined) {
      throw new OperatorError("Set PUBLIC_URL: the unsubscribe links contain it.");
    }
    await withDatabase({ config, dryRun }, async (database) => {
      const secret = await requireSecret(database, "keys");
      const subscribers = await listSubscribers(database.db);
      const wanted = subscribers.filter(({ spam }) => !spam || values["with-spam"]);
      const rows = wanted.map(({ id, email, spam }) => ({
        email,
        unsubscribe: unsubscribeLink(publicUrl, secret, id),
        ...(spam && { spam }),
      }));
      await print(`${JSON.stringify(rows, null, 2)}\n`);
      const leftOut = subscribers.length - wanted.length;
      if (leftOut > 0) warn(`Left out as spam: ${leftOut}. --with-spam includes them.`);
    });
  },
};
