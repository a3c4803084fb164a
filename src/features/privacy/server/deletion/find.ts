import type { Kysely } from "kysely";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { normalizeLine } from "../../../../platform/contract/text.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readPhone } from "../../../../platform/server/values/phone.ts";
import type { Collection, FoundRecord } from "../../../../platform/server/values/stored-record.ts";
import {
  completedRequestsOf,
  readRequestsName,
  requestsName,
} from "../../../customers/server/requests/requests.ts";
import type { RecordSearch } from "../feature-data.ts";
import { holders } from "../holders.ts";

export function findRecords(db: Kysely<Database>, typed: string): Promise<FoundRecord[]> {
  const word = normalizeLine(typed);
  const phone = readPhone(word);
  if (phone !== undefined) return findByPhone(db, phone);
  const reference = isReference(word.toUpperCase()) ? word.toUpperCase() : undefined;
  return askHolders(db, { word, phone, reference, email: emailKey(word) });
}

/**
 * Every record with a phone number, however it was typed. Two people may share a number.
 * @param phone as `phoneKey` makes it
 */
export function findByPhone(db: Kysely<Database>, phone: string): Promise<FoundRecord[]> {
  return askHolders(db, { word: phone, phone, reference: undefined, email: "" });
}

async function askHolders(db: Kysely<Database>, search: RecordSearch): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for (const { find } of holders) found.push(...((await find?.(db, search)) ?? []));
  return found;
}

const collections = holders.flatMap(({ collections: own = [] }) => own);

/** Names of all collections; the last one is a pattern for each person's requests. */
export const collectionNames: readonly string[] = [
  ...collections.map(({ name }) => name),
  requestsName("<uid>"),
];

/** The collection of that name, if there is one. */
export function findCollection(name: string): Collection | undefined {
  const uid = readRequestsName(name);
  if (uid !== undefined) return completedRequestsOf(uid);
  return collections.find((collection) => collection.name === name);
}
