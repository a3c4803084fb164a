import { domainToUnicode } from "node:url";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Spellings of an address in lower case, for columns and hashes that hold it as it was typed: its key,
 * and its domain in letters.
 * @param key as `emailKey` makes it
 */
export function spellingsOf(key: string): readonly string[] {
  const at = key.lastIndexOf("@");
  const domain = domainToUnicode(key.slice(at + 1));
  // Empty for a domain that is none.
  return [...new Set([key, ...(at > 0 && domain !== "" ? [key.slice(0, at + 1) + domain] : [])])];
}

/** Condition on `mail_outbox`: the email goes to this address. @param key as `emailKey` makes it */
export function isSentTo(key: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(recipient) in (${sql.join(spellingsOf(key))})`;
}
