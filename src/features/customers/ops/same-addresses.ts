import type { Command } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { listSameAddresses } from "../server/stored-keys.ts";

/**
 * `same-addresses` prints, as a JSON array, the addresses under which two people were stored because
 * an invisible character or the spelling of the domain differed. Each account keeps its log-in.
 */
export const sameAddresses: Command = {
  summary: "prints the addresses under which two people were stored by earlier versions",
  usage: "same-addresses",

  async run({ args, config, dryRun, print }) {
    if (args.length > 0) throw new OperatorError(`Give no further words: ${sameAddresses.usage}`);
    await withDatabase({ config, dryRun }, async ({ db }) => {
      await print(toJsonText(await listSameAddresses(db)));
    });
  },
};
