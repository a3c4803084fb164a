import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { readHashKey } from "../../../platform/server/values/hash-key.ts";
import { importFirebase, recordImport, type Sources } from "../server/import-firebase.ts";
import { type Action, actions, type ReportLine } from "../server/import-records.ts";
import { Ledger } from "../server/ledger.ts";
import { readHashConfig } from "../server/reading/hash-config.ts";
import type { SourceDocument } from "../server/reading/source-document.ts";
import { readTime } from "../server/reading/values.ts";
import { LineFile } from "./report-file.ts";

/** Documents of collections that this site does not have, below DATA_DIR. */
const unknownFile = "imports/unknown-documents.ndjson";
/** Bytes of the files with a few lines. */
const maxConfig = 65_536;
/** Characters of the counts in the audit log. */
const maxAudited = 500;
/** Documents between two lines about the progress. */
const progressEvery = 25_000;

/**
 * `import firebase` brings accounts, documents and pictures of an old Firebase project; again and
 * again, while both sites run. Nobody gets an email.
 */
export const importCommand: Command = {
  summary: "imports accounts, documents and pictures of a Firebase project",
  usage:
    "import firebase [--auth <users.json>] [--hash-config <file>] [--firestore <folder>] [--storage <folder>] [--since <export.json>] [--report <file>]",
  details: [
    "Give at least one of --auth, --firestore and --storage (docs/move-in.md):",
    "  --auth         what firebase auth:export writes; passwords need --hash-config",
    "  --hash-config  the password hash parameters, as the console prints them",
    "  --firestore    folder with *.ndjson, a line { path, data } for each document, or *.json trees",
    "  --storage      folder with Users/<uid>/ProfilePicture/profilePic, and ProProviders likewise",
    "  --since        the export.json of the export before: documents last changed before it are passed over",
    "  --report       file to write: a line { path, action, why } for each row that was not unchanged",
    "A record that was changed here since the last import is kept, one that was deleted here stays deleted.",
    "The exit code is 1 if something could not be read.",
  ].join("\n"),
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        auth: { type: "string" },
        "hash-config": { type: "string" },
        firestore: { type: "string" },
        storage: { type: "string" },
        since: { type: "string" },
        report: { type: "string" },
      },
      allowPositionals: true,
    });
    const { auth, "hash-config": hashConfig, firestore, storage, since, report } = values;
    const isEmpty = auth === undefined && firestore === undefined && storage === undefined;
    if (positionals.join(" ") !== "firebase" || isEmpty) {
      throw new OperatorError(`Say what to import: ${importCommand.usage}`);
    }
    await requireFile(auth);
    await requireFolder(firestore);
    await requireFolder(storage);
    const sources = {
      auth,
      hashConfig: hashConfig === undefined ? undefined : await openHashConfig(hashConfig),
      firestore,
      storage,
      since: since === undefined ? undefined : await readSince(since, operation),
      others: [auth, hashConfig, since, report].filter((file) => file !== undefined),
    };
    await withDatabase(operation, (database) => run(sources, database, operation, report));
  },
};

async function run(
  sources: Sources,
  database: DatabaseClient,
  { config, dryRun, print, warn }: Operation,
  reportName: string | undefined,
): Promise<void> {
  const report = reportName === undefined ? undefined : await LineFile.open(reportName);
  const unknown = await openUnknown(sources, dryRun, path.join(config.dataDir, unknownFile));
  const counts = new Map<string, Map<Action, number>>();
  const pending = new Set<Promise<void>>();
  let documents = 0;
  const ledger = new Ledger(await database.write((trx) => readHashKey(trx)));
  const started = Date.now();
  const importRun = {
    database,
    ledger,
    now: started,
    dryRun,
    planned: new Set<string>(),
    report(kind: string, line: ReportLine) {
      const own = counts.get(kind) ?? new Map<Action, number>();
      counts.set(kind, own.set(line.action, (own.get(line.action) ?? 0) + 1));
      documents += 1;
      if (documents % progressEvery === 0) warn(`${documents} read …`);
      if (line.action !== "unchanged" && report) note(pending, report.write(line));
    },
    keep: async ({ path: own, data }: SourceDocument) => unknown?.write({ path: own, data }),
  };
  try {
    await importFirebase(sources, fileStoreOf({ database, config }), importRun);
  } finally {
    await Promise.all(pending);
    await report?.close();
    await unknown?.close();
  }
  const lines = [...counts].map(([kind, own]) => `${kind}: ${describe(own)}`);
  if (lines.length > 0)
    await recordImport(importRun, `Imported. ${lines.join("; ").slice(0, maxAudited)}`);
  await print(`${lines.join("\n") || "There was nothing to import."}\n`);
  const isKept = [...counts.values()].some((own) => own.has("unknown"));
  if (isKept && unknown)
    await print(`Unknown documents: ${path.join(config.dataDir, unknownFile)}\n`);
  const unread = [...counts.values()].reduce((sum, own) => sum + (own.get("unreadable") ?? 0), 0);
  if (unread > 0) {
    const where = reportName ?? "--report <file>";
    throw new OperatorError(`${unread} could not be read, everything else was: see ${where}.`);
  }
}

/** Waits for the writes at the end, and fails with the first that failed. */
function note(pending: Set<Promise<void>>, write: Promise<void>): void {
  pending.add(write);
  void write.then(
    () => pending.delete(write),
    () => undefined,
  );
}

function describe(counts: ReadonlyMap<Action, number>): string {
  const known = actions.filter((action) => counts.has(action));
  return known.map((action) => `${counts.get(action)} ${action}`).join(", ");
}

function openUnknown({ firestore }: Sources, dryRun: boolean, name: string) {
  return firestore === undefined || dryRun ? undefined : LineFile.open(name);
}

async function requireFile(name: string | undefined): Promise<void> {
  if (name !== undefined && !(await statOf(name)).isFile()) {
    throw new OperatorError(`${name} is not a file.`);
  }
}

async function requireFolder(name: string | undefined): Promise<void> {
  if (name !== undefined && !(await statOf(name)).isDirectory()) {
    throw new OperatorError(`${name} is not a folder.`);
  }
}

function statOf(name: string) {
  return stat(name).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${name} cannot be read: ${error.code}`);
  });
}

async function openHashConfig(name: string) {
  await requireFile(name);
  try {
    if ((await statOf(name)).size > maxConfig) throw new Error("it is too long");
    return readHashConfig(await readFile(name, "utf8"));
  } catch (error) {
    throw new OperatorError(`${name} is no hash config: ${(error as Error).message}.`);
  }
}

/** @returns undefined, with a warning, if the file says nothing: then everything is compared */
async function readSince(name: string, { warn }: Operation): Promise<number | undefined> {
  const size = await stat(name).then(
    (file) => file.size,
    () => 0,
  );
  const text = size > maxConfig ? "" : await readFile(name, "utf8").catch(() => "");
  let value: unknown = text.trim();
  try {
    value = (JSON.parse(text) as { readonly exportedAt?: unknown }).exportedAt;
  } catch {
    // A time alone.
  }
  const time = readTime(value)?.ms;
  if (time === undefined) warn(`${name} says no time of an export: every document is compared.`);
  return time;
}
