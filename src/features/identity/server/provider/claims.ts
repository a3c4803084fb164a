import type { AppContext } from "../../../../platform/server/app-context.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";

/** Scopes of apps with the claims that each gives (OpenID Connect Core 1.0, section 5.4). */
export const scopeClaims = {
  profile: ["name", "given_name", "family_name", "updated_at"],
  email: ["email", "email_verified"],
  phone: ["phone_number", "phone_number_verified"],
  address: ["address"],
} as const;

export type AccountClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** What apps may learn of an account; undefined if it was deleted or is locked. */
export async function readClaims(
  { database }: Pick<AppContext, "database">,
  uid: string,
): Promise<AccountClaims | undefined> {
  const row = await database.db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select([
      "accounts.email",
      "accounts.email_verified_at",
      "profiles.first_name",
      "profiles.last_name",
      "profiles.phone_number",
      "profiles.address_line1",
      "profiles.city",
      "profiles.state",
      "profiles.zip",
      "profiles.updated_at",
    ])
    .where("accounts.uid", "=", uid)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    sub: uid,
    name: `${row.first_name} ${row.last_name}`.trim(),
    given_name: row.first_name,
    family_name: row.last_name,
    updated_at: Math.floor(Number(row.updated_at) / 1000),
    // Customers whom staff added may have none.
    ...(row.email && { email: row.email, email_verified: row.email_verified_at !== null }),
    ...(row.phone_number && {
      phone_number: toE164(row.phone_number),
      phone_number_verified: false,
    }),
    address: {
      street_address: row.address_line1,
      locality: row.city,
      region: row.state,
      postal_code: row.zip,
      country: "US",
    },
  };
}

function toE164(phone: string): string {
  const key = phoneKey(phone);
  return key.startsWith("+") ? key : `+1${key}`;
}
