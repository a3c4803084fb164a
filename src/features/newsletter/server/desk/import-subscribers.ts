import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { requireSecret } from "../../../../platform/server/db/secrets.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import type { ImportResult } from "../../contract/newsletter-desk.ts";
import { addSubscribers } from "../addresses/add-subscribers.ts";
import { findSuppressed, hashSpellings } from "../addresses/suppressions.ts";
import type { AddressFile } from "./address-file.ts";

/** Addresses per transaction: each holds the writer for a few milliseconds. */
const batchSize = 500;

/** Where and how these people agreed, and who states it. */
interface ImportConsent {
  readonly actor: Actor;
  readonly note: string;
}

interface Sorted {
  readonly fresh: readonly string[];
  /** Those of them that have a row that is marked as spam. */
  readonly marked: ReadonlySet<string>;
  readonly known: number;
  readonly left: number;
  readonly suppressed: number;
}

export async function previewImport(
  database: Pick<DatabaseClient, "db" | "write" | "writeOne" | "engine">,
  file: AddressFile,
): Promise<ImportResult> {
  const key = await requireSecret(database as DatabaseClient, "keys");
  return run(file, async (emails) => {
    const sorted = await sort(database.db, key, emails);
    return { ...sorted, added: sorted.fresh.length };
  });
}

/**
 * Adds the addresses that are new. Existing subscribers are unchanged, and those who left or are
 * suppressed are skipped; importing the same file again changes nothing. Each batch is one
 * transaction with its audit entry.
 */
export async function importSubscribers(
  database: DatabaseClient,
  file: AddressFile,
  { actor, note }: ImportConsent,
  now: number,
): Promise<ImportResult> {
  const key = await requireSecret(database, "keys");
  const consent = { source: "import", note, addedBy: actor.name } as const;
  return run(file, (emails) =>
    database.write(async (trx) => {
      const sorted = await sort(trx, key, emails);
      const added = await addSubscribers(trx, sorted.fresh, sorted.marked, consent, now);
      if (added > 0) await recordBatch(trx, actor, added, now);
      return { ...sorted, added };
    }),
  );
}

function recordBatch(trx: Transaction<Database>, actor: Actor, added: number, now: number) {
  const what = `Imported ${added} ${added === 1 ? "subscriber" : "subscribers"}`;
  return writeAudit(trx, actor, { kind: "change", what, target: "Newsletter" }, now);
}

/** Processes a file batch by batch, and sums up. */
async function run(
  { emails, lines, repeated, left: leftElsewhere, invalid, ...file }: AddressFile,
  work: (batch: readonly string[]) => Promise<Sorted & { readonly added: number }>,
): Promise<ImportResult> {
  const sums = { added: 0, known: repeated, left: leftElsewhere, suppressed: 0 };
  for (let start = 0; start < emails.length; start += batchSize) {
    const batch = emails.slice(start, start + batchSize);
    const { added, known, left, suppressed } = await work(batch);
    sums.added += added;
    sums.known += known;
    sums.left += left;
    sums.suppressed += suppressed;
  }
  const { badLines, statuses, columns, column } = file;
  return { lines, ...sums, invalid, badLines, statuses, columns, column };
}

async function sort(db: Kysely<Database>, key: Buffer, emails: readonly string[]): Promise<Sorted> {
  const rows = await db
    .selectFrom("newsletter_addresses")
    .select(["email", "state"])
    .where("email", "in", emails)
    .execute();
  const states = new Map(rows.map(({ email, state }) => [email, state]));
  const hashes = new Map(emails.map((email) => [email, hashSpellings(key, email)]));
  const suppressed = await findSuppressed(db, [...hashes.values()].flat());
  const isSuppressed = (email: string) =>
    (hashes.get(email) ?? []).some((hash) => suppressed.has(hash));
  const stateOf = (email: string) => (isSuppressed(email) ? "suppressed" : states.get(email));
  const count = (state: string) => emails.filter((email) => stateOf(email) === state).length;
  const marked = emails.filter((email) => stateOf(email) === "spam");
  return {
    fresh: emails.filter((email) => stateOf(email) === undefined || stateOf(email) === "spam"),
    marked: new Set(marked),
    known: count("reader") + count("to-confirm"),
    left: count("left"),
    suppressed: count("suppressed"),
  };
}
