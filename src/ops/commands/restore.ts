import { checkRestore, restoreFrom } from "../../server/platform/db/backup/restore.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

export const restore: Command = {
  usage: "restore <file>",
  changes: () => true,

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const [file, ...rest] = args;
    if (!file || rest.length > 0)
      throw new OperatorError(`Name the backup to read: ${restore.usage}`);
    const { rows, files } = await (dryRun ? checkRestore : restoreFrom)(file, config);
    await print(`Restored ${rows} rows and ${files} files into ${config.dataDir}\n`);
  },
};
