import type { Command, Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";
import { withDatabase } from "./with-database.ts";

/**
 * `migrate` migrates the database to this version, even when a server refuses to because others may
 * be running.
 */
export const migrate: Command = {
  summary: "migrates the database to this version",
  usage: "migrate",

  async run(operation: Operation): Promise<void> {
    if (operation.args.length > 0) throw new OperatorError(`Usage: ${migrate.usage}`);
    // Opening the database migrates it.
    await withDatabase(operation, async () => {}, { migrates: true });
    await operation.print("The database is up to date.\n");
  },
};
