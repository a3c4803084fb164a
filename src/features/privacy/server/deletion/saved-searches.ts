import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { findPhones } from "./find-phones.ts";

/** Maximum distinct names of one person in each table. */
const maxNames = 200;

/**
 * Ids of the saved views of staff that search for a person: by address, phone number, support ID or
 * full name, in the search or in the view's name.
 */
export async function findSavedSearches(
  db: Kysely<Database>,
  person: { readonly email: string; readonly uid: string },
): Promise<readonly string[]> {
  const views = await db.selectFrom("saved_views").select(["id", "name", "query"]).execute();
  if (views.length === 0) return [];
  const phones = new Set(await findPhones(db, person));
  const names = [person.email, ...(await readNames(db, person))].map(toWords);
  const isTheirs = (text: string) => {
    const words = new Set(toWords(text));
    return phones.has(phoneKey(text)) || names.some((name) => name.every((one) => words.has(one)));
  };
  return views
    .filter(({ name, query }) => [name, ...new URLSearchParams(query).values()].some(isTheirs))
    .map(({ id }) => id);
}

export async function deleteSavedSearches(
  trx: Transaction<Database>,
  { email, uids }: { readonly email: string | null; readonly uids: readonly string[] },
): Promise<void> {
  if (email === null) return;
  for (const uid of uids.length === 0 ? [""] : uids) {
    const ids = await findSavedSearches(trx, { email, uid });
    if (ids.length > 0) await trx.deleteFrom("saved_views").where("id", "in", ids).execute();
  }
}

/** Full names and the support ID; a first name alone names many people. */
async function readNames(
  db: Kysely<Database>,
  { email, uid }: { readonly email: string; readonly uid: string },
): Promise<readonly string[]> {
  const accounts = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select(["support_id", "first_name", "last_name"])
    .where("accounts.uid", "=", uid)
    .execute();
  const cases = await db
    .selectFrom("cases")
    .select("name")
    .distinct()
    .where("email", "=", email)
    .limit(maxNames)
    .execute();
  const applications = await db
    .selectFrom("applications")
    .select("name")
    .distinct()
    .where("email_key", "=", email)
    .limit(maxNames)
    .execute();
  const names = [
    ...accounts.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
    ...[...cases, ...applications].map(({ name }) => name),
  ];
  const fullNames = names.filter((name) => toWords(name).length > 1);
  return [...fullNames, ...accounts.map(({ support_id }) => support_id)];
}

/** Words without accents and case. */
function toWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
