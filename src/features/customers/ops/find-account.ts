import type { Kysely } from "kysely";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { findAccountsByEmail } from "../server/auth/queries.ts";

/**
 * The account with a login email, or with a support ID in place of one.
 * @throws OperatorError if there is none, or several
 */
export async function requireAccount(db: Kysely<Database>, word: string) {
  const found = await findAccounts(db, word);
  const [account] = found;
  if (!account) throw new OperatorError(`No account has the login email ${word}.`);
  if (found.length === 1) return account;
  const ids = found.map(({ support_id }) => support_id).join(", ");
  throw new OperatorError(
    `${found.length} accounts have the login email ${word}. In place of it, give the support ID of one: ${ids}`,
  );
}

async function findAccounts(db: Kysely<Database>, word: string) {
  const supportId = word.trim().toUpperCase();
  if (!isReference(supportId)) return findAccountsByEmail(db, word);
  return db.selectFrom("accounts").selectAll().where("support_id", "=", supportId).execute();
}
