import type { Command } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { findRecords } from "../server/deletion/find.ts";

/**
 * `find` prints, as a JSON array, every record with a reference, email address,
 * support ID or phone number.
 */
export const find: Command = {
  summary: "prints every record with a reference, email address, support ID or phone number",
  usage: "find <reference|email|support ID|phone>",

  async run({ args, config, dryRun, print }) {
    const [word, ...rest] = args;
    if (!word || rest.length > 0) {
      throw new OperatorError(
        `Give one reference, email address, support ID or phone number: ${find.usage}`,
      );
    }
    await withDatabase({ config, dryRun }, async (client) => {
      const found = await findRecords(client.db, word.trim());
      await print(toJsonText(found));
      if (found.length === 0) throw new OperatorError(`No record matches "${word}".`);
    });
  },
};
