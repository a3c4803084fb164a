import { findRecords } from "../../server/records/find.ts";
import type { Command } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/** `find` prints, as a JSON array, every record with a reference, email address or support ID. */
export const find: Command = {
  usage: "find <reference|email|support ID>",

  async run({ args, config, dryRun, print }) {
    const [word, ...rest] = args;
    if (!word || rest.length > 0) {
      throw new OperatorError(`Give one reference, email address or support ID: ${find.usage}`);
    }
    await withDatabase({ config, dryRun }, async (client) => {
      const found = await findRecords(client.db, word.trim());
      await print(`${JSON.stringify(found, undefined, 2)}\n`);
      if (found.length === 0) throw new OperatorError(`No record matches "${word}".`);
    });
  },
};
