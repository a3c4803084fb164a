import { constants, copyFile } from "node:fs/promises";
import path from "node:path";
import { brand } from "../../brand.ts";
import { openDatabase } from "../../server/db/client.ts";
import { findApplication } from "../../server/recruiting/applications.ts";
import { resumePath } from "../../server/recruiting/resume-store.ts";
import { changeStatus, givenStatuses, isGivenStatus } from "../../server/recruiting/status.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * `applications status <reference> <status>` moves an application on; `applications resume
 * <reference> <file>` writes its résumé into a new file.
 */
export const applications: Command = {
  usage: "applications status <reference> <status> | applications resume <reference> <file>",

  async run({ args, config, print }: Operation): Promise<void> {
    const [action, reference, value, ...rest] = args;
    if (!reference || !value || rest.length > 0 || (action !== "status" && action !== "resume")) {
      throw new OperatorError(
        "Say what to do: status or resume, the reference, and the status or file.",
      );
    }
    const database = await openDatabase(config);
    try {
      const code = reference.toUpperCase();
      if (action === "status") {
        if (!isGivenStatus(value)) {
          throw new OperatorError(`Use one of these: ${givenStatuses.join(", ")}`);
        }
        const context = { database, config, openMarkets: brand.openMarkets, now: Date.now };
        const isFound = await changeStatus(code, value, context);
        if (!isFound) throw new OperatorError(`No application has the reference ${code}.`);
        return await print(`${code} is now: ${value}\n`);
      }
      const row = await database.db
        .selectFrom("applications")
        .select("id")
        .where("reference", "=", code)
        .executeTakeFirst();
      const found = await findApplication(database.db, row?.id);
      if (!found) throw new OperatorError(`No application has the reference ${code}.`);
      if (!found.resume) throw new OperatorError(`${code} has no résumé.`);
      // An existing file is not written over.
      await copyFile(resumePath(config.dataDir, found.resume), value, constants.COPYFILE_EXCL);
      await print(`Wrote ${found.resume.name} (${found.resume.type}) to ${path.resolve(value)}\n`);
    } finally {
      await database.close();
    }
  },
};
