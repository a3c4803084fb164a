import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { rotateKeys } from "../server/provider/keys.ts";

/** Keys that sign the ID tokens of apps. */
export const keys: Command = {
  summary: "publishes the next key that signs ID tokens of apps",
  usage: "keys rotate",
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { positionals } = parseArgs({ args: [...operation.args], allowPositionals: true });
    if (positionals.join(" ") !== "rotate") throw new OperatorError(`Usage: ${keys.usage}`);
    await withDatabase(operation, async (database) => {
      const secret = await requireSecret(database, "keys");
      const from = await rotateKeys({ database, secret, now: Date.now });
      if (from === undefined) {
        throw new OperatorError("The next key is published already and does not sign yet.");
      }
      await operation.print(
        `The next key is published. It signs from ${new Date(from).toISOString()}; the former one stays published for 24 hours after that.\n`,
      );
    });
  },
};
