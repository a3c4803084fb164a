import path from "node:path";
import { backupTo } from "../../server/platform/db/backup/backup.ts";
import { noteBackup } from "../../server/platform/db/backup/last-backup.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

export const backup: Command = {
  usage: "backup <file>",

  async run({ args, config, dryRun, print, warn }: Operation): Promise<void> {
    const [file, ...rest] = args;
    if (!file || rest.length > 0)
      throw new OperatorError(`Name the file to write: ${backup.usage}`);
    const { dataDir } = config;
    await withDatabase({ config, dryRun }, async (client) => {
      const { rows, files } = await backupTo(client, dataDir, file);
      await print(`Saved ${rows} rows and ${files} files to ${path.resolve(file)}\n`);
      await noteBackup(dataDir).catch(() => {
        warn(`The server does not learn of this backup: ${dataDir} cannot be written.`);
      });
    });
  },
};
