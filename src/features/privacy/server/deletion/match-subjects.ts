import { type Kysely, sql } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { spellingsOf } from "../../../../platform/server/values/email-spellings.ts";
import type { Column } from "../feature-data.ts";
import { addressColumns } from "../holders.ts";
import { hashSubject, type Subject, type SubjectKind } from "./note-deletion.ts";

const columns: Readonly<Record<SubjectKind, readonly Column[]>> = {
  account: [["accounts", "uid"]],
  person: addressColumns,
  messages: addressColumns,
  subscriber: addressColumns,
  record: [
    ["submissions", "reference"],
    ["applications", "reference"],
    ["applications", "id"],
  ],
};

/**
 * What the database holds of hashed subjects: every stored name is hashed and compared.
 * @returns the subjects by their hash
 */
export async function findSubjects(
  db: Kysely<Database>,
  key: Buffer,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Subject[]>> {
  const found = new Map<string, Subject[]>();
  const asked = Object.keys(columns) as SubjectKind[];
  for (const kind of asked) {
    if (![...wanted].some((hash) => hash.startsWith(`${kind}:`))) continue;
    const names = new Set<string>();
    for (const column of columns[kind]) {
      for (const name of await readNames(db, column)) {
        const isAddress = columns[kind] === addressColumns;
        const one = isAddress ? emailKey(name) : name;
        if (names.has(one)) continue;
        names.add(one);
        // Addresses may have been hashed by the keys of earlier versions.
        for (const spelling of isAddress ? spellingsOf(one) : [one]) {
          const hash = hashSubject(key, { kind, name: spelling });
          if (!wanted.has(hash)) continue;
          found.set(hash, [...(found.get(hash) ?? []), { kind, name: one }]);
        }
      }
    }
  }
  return found;
}

async function readNames(
  db: Kysely<Database>,
  [table, column]: Column,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select distinct ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db);
  return rows.flatMap(({ name }) => (name === null || name === "" ? [] : [name]));
}
