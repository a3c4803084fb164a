import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { findRecords } from "../../server/records/find.ts";
import type { Command } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

/** `find` prints, as a JSON array, every record with a reference, email address or support ID. */
export const find: Command = {
  usage: "find <reference|email|support ID>",

  async run({ args, config, print }) {
    const [word, ...rest] = args;
    if (!word || rest.length > 0) {
      throw new OperatorError(`Give one reference, email address or support ID: ${find.usage}`);
    }
    const client = await openDatabase(config);
    try {
      const found = await findRecords(client.db, word.trim());
      await print(`${JSON.stringify(found, undefined, 2)}\n`);
      if (found.length === 0) throw new OperatorError(`No record matches "${word}".`);
    } finally {
      await client.close();
    }
  },
};
