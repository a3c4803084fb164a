import type { Kysely } from "kysely";
import { seconds } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readWholeUpload } from "../../../../platform/server/files/read-upload.ts";
import { type Parser, runParser } from "../../../../platform/server/parsing/run-parser.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import {
  importFieldNames,
  importLimits,
  type RequestImport,
  requiredImportFields,
} from "../../contract/import.ts";
import { step } from "../event-words.ts";
import { insertRequest } from "../store.ts";
import type { ImportFile, ImportLine, readImportFile } from "./import-file.ts";
import { type ImportCustomer, type ImportRow, readLine } from "./import-line.ts";

const importParser: Parser<typeof readImportFile> = {
  module: new URL("./import-file.ts", import.meta.url),
  name: "readImportFile",
  timeMs: seconds(10),
};

/** Requests per transaction: each holds the writer for some milliseconds. */
const batchSize = 50;
/** What a file adds. */
interface Plan {
  readonly rows: readonly ImportRow[];
  readonly known: number;
  readonly errors: RequestImport["errors"];
}

/**
 * Reads an uploaded CSV.
 * @param fields what each column holds, separated by commas; undefined: the headers say it
 * @throws ApiError "unsupported-type" for another body, "invalid" for a file that cannot be read
 */
export async function receiveImport(
  body: unknown,
  fields: string | undefined,
): Promise<ImportFile> {
  const tooLarge = () => rejectFile("The file is larger than 2 MB.");
  const bytes = await readWholeUpload(body, importLimits.bytes, tooLarge);
  const outcome = await runParser(importParser, { bytes, fields });
  if (outcome.kind !== "value") {
    throw rejectFile("This file takes too long to read. Save it again as CSV, or split it.");
  }
  if ("failure" in outcome.value) throw rejectFile(outcome.value.failure);
  return outcome.value;
}

/** What an import would do. */
export async function previewImport(
  db: Kysely<Database>,
  file: ImportFile,
  now: number,
): Promise<RequestImport> {
  return summarize(file, await planImport(db, file, now));
}

/**
 * Adds what is new, in transactions of some requests each; the customers get no emails.
 * @throws ApiError "invalid" if a needed column is not chosen
 */
export async function importRequests(
  { database, now }: Pick<AppContext, "database" | "now">,
  file: ImportFile,
  actor: Actor,
): Promise<RequestImport> {
  const missing = requiredImportFields.find((one) => !file.fields.includes(one));
  if (missing) throw rejectFile(`Choose the column “${importFieldNames[missing]}”.`);
  const plan = await planImport(database.db, file, now());
  const added: ImportRow[] = [];
  for (let start = 0; start < plan.rows.length; start += batchSize) {
    const batch = plan.rows.slice(start, start + batchSize);
    added.push(
      ...(await database.write(async (trx) => {
        const known = await findKnown(trx, batch);
        const fresh = batch.filter(({ id }) => !known.has(id));
        for (const row of fresh) {
          await insertRequest(trx, row, { ...step("imported"), actor, now: now() });
        }
        return fresh;
      })),
    );
  }
  const others = plan.rows.length - added.length;
  return summarize(file, { ...plan, rows: added, known: plan.known + others });
}

function summarize(file: ImportFile, { rows, known, errors }: Plan): RequestImport {
  const { columns, fields } = file;
  const all = [...file.errors, ...errors].sort((one, other) => one.line - other.line);
  return {
    lines: file.lines.length + file.errors.length,
    added: rows.length,
    known,
    wrong: all.length,
    errors: all.slice(0, importLimits.shownErrors),
    columns,
    fields,
  };
}

async function planImport(db: Kysely<Database>, file: ImportFile, now: number): Promise<Plan> {
  const [customers, providers] = await Promise.all([
    findCustomers(db, file.lines),
    db.selectFrom("providers").select(["id", "name"]).execute(),
  ]);
  const byName = new Map(providers.map((one) => [one.name.toLowerCase(), one]));
  const rows = new Map<string, ImportRow>();
  const errors: { line: number; why: string }[] = [];
  let repeated = 0;
  for (const line of file.lines) {
    try {
      const row = readLine(line, { customers, providers: byName, now });
      if (rows.has(row.id)) repeated += 1;
      rows.set(row.id, row);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push({ line: line.line, why: error.message });
    }
  }
  const known = await findKnown(db, [...rows.values()]);
  return {
    rows: [...rows.values()].filter(({ id }) => !known.has(id)),
    known: known.size + repeated,
    errors,
  };
}

async function findKnown(
  db: Kysely<Database>,
  rows: readonly ImportRow[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id);
  const known = await db
    .selectFrom("requests")
    .select("id")
    .where(isOneOf(db, "id", ids))
    .execute();
  return new Set(known.map(({ id }) => id));
}

function selectCustomers(db: Kysely<Database>) {
  return db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select(["accounts.uid", "accounts.email_key", "accounts.support_id", "profiles.zip"])
    .select(["profiles.address_line1", "profiles.city", "profiles.state", "profiles.phone_number"]);
}

/** The customers that the lines name, by their addresses and support IDs, also former ones. */
async function findCustomers(
  db: Kysely<Database>,
  lines: readonly ImportLine[],
): Promise<ReadonlyMap<string, ImportCustomer>> {
  const named = [...new Set(lines.map(({ cells }) => cells.customer ?? ""))];
  const [keys, ids] = [named.map(emailKey), named.map((one) => one.toUpperCase())];
  const [byEmail, bySupportId, former] = await Promise.all([
    selectCustomers(db)
      .where(isOneOf(db, "accounts.email_key", keys))
      .execute(),
    selectCustomers(db)
      .where(isOneOf(db, "accounts.support_id", ids))
      .execute(),
    selectCustomers(db)
      .innerJoin("account_merges as merges", "merges.uid", "accounts.uid")
      .select(["merges.merged_uid", "merges.email_key as key", "merges.support_id as id"])
      .where((row) =>
        row.or([isOneOf(db, "merges.email_key", keys), isOneOf(db, "merges.support_id", ids)]),
      )
      .orderBy("merges.at")
      .execute(),
  ]);
  return new Map([
    ...former.flatMap((one) => [[one.id, one] as const, [one.key, one] as const]),
    ...bySupportId.map((one) => [one.support_id, one] as const),
    ...byEmail.map((one) => [one.email_key, one] as const),
  ]);
}

function rejectFile(message: string): ApiError {
  return new ApiError("invalid", { message, fields: { file: message } });
}
