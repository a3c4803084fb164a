import type { Transaction } from "kysely";
import { z } from "zod";
import { facts } from "../../../../platform/contract/facts.ts";
import type { Config } from "../../../../platform/server/config/config.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../../platform/server/files/removals.ts";
import { findEmailFiles } from "../../../../platform/server/mail/outbox-files.ts";
import { readHashKey } from "../../../../platform/server/values/hash-key.ts";
import { accountFolder } from "../../../customers/server/files.ts";
import { deleteSubscriber } from "../../../newsletter/server/addresses/delete-subscriber.ts";
import { eraseAccount } from "./delete-account.ts";
import { erase, eraseInBatches, erasePerson } from "./erase-person.ts";
import type { MissedEntry } from "./find-missed.ts";
import { fileOf } from "./list-places.ts";
import { findSubjects } from "./match-subjects.ts";
import { nameOfKey, type Subject } from "./note-deletion.ts";

const entryForm = z.object({
  version: z.literal(1),
  id: z.string(),
  at: z.iso.datetime(),
  key: z.string(),
  subjects: z.array(z.string()),
});

type Entry = z.infer<typeof entryForm>;

/** What repeats deletions: of a server before it serves, or of a restore. */
export interface RepeatContext {
  readonly database: DatabaseClient;
  readonly config: Config;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Numbers of entries, for the log. */
export interface Repeated {
  /** Entries that were repeated; `found` of them had something to delete. */
  readonly repeated: number;
  readonly found: number;
  /** Entries of another database, whose hashes match nothing here: they were left alone. */
  readonly others: number;
}

/**
 * Repeats deletions that the database was restored to a time before. Nobody gets an email about it
 * again. Several nodes may do it at once; each entry is repeated once.
 * @throws Error if an entry cannot be read, after the others were repeated
 */
export async function repeatDeletions(
  missed: readonly MissedEntry[],
  context: RepeatContext,
): Promise<Repeated> {
  const { database } = context;
  const key = await database.write((trx) => readHashKey(trx));
  const own = nameOfKey(key);
  const entries: Entry[] = [];
  const damaged: string[] = [];
  let others = 0;
  for (const { id, place } of missed) {
    const entry = readEntry(await place.readWhole(fileOf(id)));
    if (entry?.id !== id) damaged.push(id);
    else if (entry.key === own) entries.push(entry);
    else others += 1;
  }
  const wanted = new Set(entries.flatMap(({ subjects }) => subjects));
  const matches = await findSubjects(database.db, key, wanted);
  let found = 0;
  for (const entry of entries) {
    const subjects = entry.subjects.flatMap((hash) => matches.get(hash) ?? []);
    if (subjects.length > 0) found += 1;
    await repeatEntry(entry, subjects, context);
  }
  if (damaged.length > 0) {
    throw new Error(`these entries of the list of deletions are damaged: ${damaged.join(", ")}`);
  }
  return { repeated: entries.length, found, others };
}

function readEntry(bytes: Buffer | undefined): Entry | undefined {
  try {
    return entryForm.parse(JSON.parse(String(bytes)));
  } catch {
    return undefined;
  }
}

async function repeatEntry(
  entry: Entry,
  subjects: readonly Subject[],
  { database, config, now }: RepeatContext,
): Promise<void> {
  const emails = namesOf(subjects, "person", "messages");
  const emailFiles: string[] = [];
  if (emails.length > 0) emailFiles.push(...(await findEmailFiles(config, emails)));
  const files = [...emailFiles];
  for (const email of namesOf(subjects, "person")) {
    const all = { email, references: [] };
    const many = Number.POSITIVE_INFINITY;
    files.push(...(await eraseInBatches(database, all, many, now())));
  }
  const rest = await database.write(async (trx) => {
    const isNew = await addKnown(trx, entry);
    return isNew ? deleteSubjects(trx, subjects, emailFiles, now()) : [];
  });
  await removeFiles(fileStoreOf({ database, config }), [...files, ...rest]);
}

/** @returns whether this database had not carried it out yet */
async function addKnown(trx: Transaction<Database>, { id, at, subjects }: Entry): Promise<boolean> {
  const added = await trx
    .insertInto("carried_out_deletions")
    .values({
      id,
      at: Date.parse(at),
      subjects: JSON.stringify(subjects),
      days_left: facts.keep.deletionHashDays,
      listed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return added.length > 0;
}

/** @returns the files, for `removeFiles` */
async function deleteSubjects(
  trx: Transaction<Database>,
  subjects: readonly Subject[],
  emailFiles: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const uid of namesOf(subjects, "account")) {
    if (await eraseAccount(trx, uid, now, emailFiles)) files.push(accountFolder(uid));
  }
  for (const email of namesOf(subjects, "person")) {
    files.push(...(await erasePerson(trx, { email, references: [], emailFiles }, now)));
  }
  for (const email of namesOf(subjects, "messages")) {
    await erase(trx, { email, uids: [], references: [], keepsApplications: true }, now);
  }
  for (const email of namesOf(subjects, "subscriber")) await deleteSubscriber(trx, email, now);
  const references = namesOf(subjects, "record");
  if (references.length === 0) return files;
  return [...files, ...(await erase(trx, { email: null, uids: [], references }, now))];
}

function namesOf(subjects: readonly Subject[], ...kinds: readonly Subject["kind"][]): string[] {
  return subjects.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : []));
}
