import { createWriteStream, existsSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { brand } from "../../../brand.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { removeStoredFiles } from "../../../platform/ops/remove-files.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { findApplicationId } from "../server/applicants/applications.ts";
import { type Application, findApplication } from "../server/applications/applications.ts";
import { changeStatus, givenStatuses, isGivenStatus } from "../server/applications/status.ts";
import { deleteApplication } from "../server/resumes/discard.ts";

type Action = (
  application: Application & { readonly reference: string },
  database: DatabaseClient,
  operation: Operation,
  value: string,
) => Promise<string>;

/** Actions by name, with the argument that each needs. */
const actions: Readonly<Record<string, { readonly needs?: string; readonly act: Action }>> = {
  status: { needs: "<status>", act: setStatus },
  resume: { needs: "<file>", act: writeResume },
  delete: { act: remove },
};

/**
 * `applications <action> <reference>` sets the status, writes the résumé to a new file, or deletes.
 */
export const applications: Command = {
  summary: "sets the status of an application, writes its résumé to a file, or deletes it",
  usage: Object.entries(actions)
    .map(([name, { needs }]) =>
      ["applications", name, "<reference>", needs].filter(Boolean).join(" "),
    )
    .join(" | "),
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const [name = "", reference, value = "", ...rest] = operation.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const isWhole = (value !== "") === (action?.needs !== undefined) && rest.length === 0;
    if (!action || !reference || !isWhole) {
      throw new OperatorError(`Usage: ${applications.usage}`);
    }
    await withDatabase(operation, async (database) => {
      const code = reference.toUpperCase();
      const id = await findApplicationId(database.db, code);
      const found = await findApplication(database.db, id);
      if (!found) throw new OperatorError(`No application has the reference ${code}.`);
      const message = await action.act({ ...found, reference: code }, database, operation, value);
      await operation.print(`${message}\n`);
    });
  },
};

async function setStatus(
  { reference }: { readonly reference: string },
  database: DatabaseClient,
  { config }: Operation,
  status: string,
): Promise<string> {
  if (!isGivenStatus(status)) {
    throw new OperatorError(`Use one of these: ${givenStatuses.join(", ")}`);
  }
  const context = { database, config, openMarkets: brand.openMarkets, now: Date.now };
  try {
    await changeStatus(reference, status, context);
  } catch (error) {
    throw error instanceof ApiError ? new OperatorError(error.message) : error;
  }
  return `${reference} is now ${status}`;
}

async function writeResume(
  { reference, resume }: Application,
  database: DatabaseClient,
  { config, dryRun }: Operation,
  file: string,
): Promise<string> {
  if (!resume) throw new OperatorError(`${reference} has no résumé.`);
  // Never overwrites a file; a dry run says so too.
  if (existsSync(file)) throw new OperatorError(`${path.resolve(file)} exists already.`);
  const storage = await fileStoreOf({ database, config }).openStorage();
  const stored = await storage.open(resume.file);
  if (!stored) throw new OperatorError(`The file of ${reference} is missing.`);
  if (dryRun) await stored.close();
  else await pipeline(stored.read(), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  return `Wrote ${resume.name} (${resume.type}) to ${path.resolve(file)}`;
}

async function remove(
  { id, reference }: Application,
  database: DatabaseClient,
  operation: Operation,
): Promise<string> {
  const files = await database.write((trx) => deleteApplication(trx, id, Date.now()));
  await removeStoredFiles(database, operation, files, `Deleted ${reference}`);
  return `Deleted ${reference} with its résumé and conversions`;
}
