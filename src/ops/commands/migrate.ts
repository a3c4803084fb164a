import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `migrate` brings the database to this version, also where a server would refuse because others
 * may be running.
 */
export const migrate: Command = {
  usage: "migrate",

  async run(operation: Operation): Promise<void> {
    if (operation.args.length > 0) throw new OperatorError(`Usage: ${migrate.usage}`);
    // Opening it does the work.
    await withDatabase(operation, async () => {});
    await operation.print("The database is up to date.\n");
  },
};
