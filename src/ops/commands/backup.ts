import { existsSync } from "node:fs";
import path from "node:path";
import { backupTo } from "../../server/platform/db/backup/backup.ts";
import { sqliteFile } from "../../server/platform/db/client.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { rejectHalfRestored } from "../../server/platform/db/restore-mark.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

export const backup: Command = {
  usage: "backup <file>",

  async run({ args, config, print }: Operation): Promise<void> {
    const [file, ...rest] = args;
    if (!file || rest.length > 0)
      throw new OperatorError(`Name the file to write: ${backup.usage}`);
    const { databaseUrl, dataDir } = config;
    rejectHalfRestored(dataDir);
    // Opening would create an empty database, and the backup would look complete.
    if (databaseUrl === undefined && !existsSync(path.join(dataDir, sqliteFile))) {
      throw new OperatorError(`There is no database in ${dataDir}.`);
    }
    const client = await openDatabase(config);
    try {
      const { rows, files } = await backupTo(client, dataDir, file);
      await print(`Saved ${rows} rows and ${files} files to ${path.resolve(file)}\n`);
    } finally {
      await client.close();
    }
  },
};
