import { setTimeout } from "node:timers/promises";
import type { Transaction } from "kysely";
import { seconds } from "../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import {
  isMissingReference,
  isUniqueViolation,
} from "../../../platform/server/db/unique-violation.ts";
import type { Contents, Entry, Ledger, Subjects } from "./ledger.ts";
import { NotImportable } from "./reading/source-document.ts";

/** What an import did with a document, in the order of the summary. */
export const actions = [
  "added",
  "updated",
  "unchanged",
  "kept",
  "skipped",
  "unknown",
  "unreadable",
] as const;

export type Action = (typeof actions)[number];

export interface ReportLine {
  readonly path: string;
  readonly action: Action;
  /** A sentence without personal data; "" where the action says it all. */
  readonly why: string;
}

export interface Run {
  readonly database: DatabaseClient;
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly dryRun: boolean;
  /** The accounts that a dry run would have added. */
  readonly planned: Set<string>;
  report(kind: string, line: ReportLine): void;
}

/** A record as it should be. */
export interface Incoming {
  readonly path: string;
  readonly contents: Contents;
  /** JSON of what has no field here. */
  readonly imported: string | null;
  /** What else changes with the document. */
  readonly more?: string | null;
  readonly subjects: Subjects;
}

/** What is stored for it: its contents, or why it cannot be stored. */
export type Found = { readonly contents: Contents } | { readonly obstacle: string };

interface Stored {
  /** Further documents whose records were made with these. */
  readonly entries?: readonly Entry[];
  /** Lines of the report in place of the usual ones, by path. */
  readonly kept?: ReadonlyMap<string, string>;
}

/** How documents of one kind become records. */
export interface Kind<Source extends { readonly path: string }, Row extends Incoming> {
  /** As the summary says it. */
  readonly name: string;
  /** @throws NotImportable */
  read(source: Source, now: number): Row;
  /** What is stored now; nothing for a new one. */
  find(trx: Transaction<Database>, rows: readonly Row[], run: Run): Promise<Map<string, Found>>;
  store(
    trx: Transaction<Database>,
    added: readonly Row[],
    changed: readonly Row[],
    run: Run,
  ): Promise<Stored>;
}

/** Documents per transaction: each holds the writer for some milliseconds. */
export const batchSize = 200;
/** Attempts when others take an address or an id at the same moment. */
const maxTries = 4;
const pauseMs = seconds(0.1);

/** Imports documents of one kind in one transaction, with what the next import compares. */
export async function importBatch<Source extends { readonly path: string }, Row extends Incoming>(
  kind: Kind<Source, Row>,
  sources: readonly Source[],
  run: Run,
): Promise<void> {
  const rows = new Map<string, Row>();
  const lines: ReportLine[] = [];
  for (const source of sources) {
    const { path } = source;
    if (rows.has(path)) lines.push(skipped(path, "The export has it twice: the last one counts."));
    try {
      rows.set(path, kind.read(source, run.now));
    } catch (error) {
      if (!(error instanceof NotImportable)) throw error;
      lines.push(skipped(path, error.message));
    }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      lines.push(
        ...(await run.database.write((trx) => storeBatch(kind, [...rows.values()], trx, run))),
      );
      break;
    } catch (error) {
      const isOthers = isUniqueViolation(error) || isMissingReference(error);
      if (!isOthers || tries === maxTries) throw error;
      await setTimeout(pauseMs * tries);
    }
  }
  for (const line of lines) run.report(kind.name, line);
}

async function storeBatch<Source extends { readonly path: string }, Row extends Incoming>(
  kind: Kind<Source, Row>,
  rows: readonly Row[],
  trx: Transaction<Database>,
  run: Run,
): Promise<ReportLine[]> {
  const { ledger, now } = run;
  const paths = rows.map(({ path }) => path);
  const [before, stored] = [await ledger.read(trx, paths), await kind.find(trx, rows, run)];
  const [added, changed]: [Row[], Row[]] = [[], []];
  const lines: ReportLine[] = [];
  for (const row of rows) {
    const { path } = row;
    const [known, found] = [before.get(path), stored.get(path)];
    const contents = found && "contents" in found ? found.contents : undefined;
    if (found && "obstacle" in found) lines.push(skipped(path, found.obstacle));
    else if (contents) {
      const isSame = ledger.hash(sourceOf(row)) === known?.source;
      const isUntouched = known
        ? ledger.hash(JSON.stringify(contents)) === known.record
        : JSON.stringify(contents) === JSON.stringify(row.contents);
      if (isSame) lines.push({ path, action: "unchanged", why: "" });
      else if (isUntouched) changed.push(row);
      else lines.push({ path, action: "kept", why: known ? changedHere : madeHere });
    } else if (known || ledger.isDeleted(row.subjects)) {
      lines.push(skipped(path, "It was deleted here."));
    } else added.push(row);
  }
  const { entries = [], kept } = await kind.store(trx, added, changed, run);
  const written = [...added, ...changed];
  const own = written.map((row) => ({ ...row, source: sourceOf(row) }));
  await ledger.write(trx, [...entries, ...own], now);
  for (const { path } of added) lines.push({ path, action: "added", why: "" });
  for (const { path } of changed) {
    const why = kept?.get(path) ?? "";
    const isFirst = before.get(path)?.source === "";
    lines.push({ path, action: why !== "" ? "kept" : isFirst ? "added" : "updated", why });
  }
  return lines;
}

const changedHere = "It was changed here since the last import.";
const madeHere = "It is here with other values, and not from an import.";

function sourceOf({ contents, imported, more = null }: Incoming): string {
  return JSON.stringify([contents, imported, more]);
}

function skipped(path: string, why: string): ReportLine {
  return { path, action: "skipped", why };
}
