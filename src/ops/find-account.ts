import type { Kysely } from "kysely";
import { findAccountByEmail } from "../server/auth/accounts/queries.ts";
import type { Database } from "../server/platform/db/schema.ts";
import { OperatorError } from "./operator-error.ts";

/** The account with a login email. @throws OperatorError if there is none */
export async function requireAccount(db: Kysely<Database>, email: string) {
  const account = await findAccountByEmail(db, email);
  if (!account) throw new OperatorError(`No account has the login email ${email}.`);
  return account;
}
