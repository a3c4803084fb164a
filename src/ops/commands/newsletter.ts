import { listSubscribers } from "../../server/newsletter/queries.ts";
import { unsubscribeLink } from "../../server/newsletter/unsubscribe-link.ts";
import { siteOrigin } from "../../server/platform/config/config.ts";
import { requireSecret } from "../../server/platform/db/secrets.ts";
import type { Command } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `newsletter export` prints, as a JSON array, each address with its personal
 * unsubscribe link, for the List-Unsubscribe header of a newsletter service (RFC 8058).
 */
export const newsletter: Command = {
  usage: "newsletter export",
  async run({ args, config, dryRun, print }) {
    if (args.length !== 1 || args[0] !== "export") {
      throw new OperatorError(`Usage: ${newsletter.usage}`);
    }
    await withDatabase({ config, dryRun }, async (database) => {
      const secret = await requireSecret(database, "keys");
      const subscribers = await listSubscribers(database.db);
      const rows = subscribers.map(({ id, email }) => ({
        email,
        unsubscribe: unsubscribeLink(siteOrigin(config), secret, id),
      }));
      await print(`${JSON.stringify(rows, null, 2)}\n`);
    });
  },
};
