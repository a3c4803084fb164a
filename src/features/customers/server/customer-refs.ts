import type { Kysely } from "kysely";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { CustomerRef } from "../contract/customer-ref.ts";

function selectNamed(db: Kysely<Database>) {
  return db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .select(["accounts.uid", "accounts.email", "accounts.email_key", "accounts.shared_email_key"])
    .select(["profiles.zip", "profiles.address_line1", "profiles.city", "profiles.state"])
    .select(["profiles.phone_number", "profiles.first_name", "profiles.last_name"])
    .select("accounts.support_id");
}

/** A customer whom a program named. */
export type NamedCustomer = Awaited<
  ReturnType<ReturnType<typeof selectNamed>["executeTakeFirstOrThrow"]>
>;

/**
 * Finds the customers whom a program names, in as many queries for a thousand as for one.
 * @returns finds one of them; it throws ApiError "unknown-customer" or "ambiguous-customer"
 */
export async function findNamed(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<(ref: CustomerRef) => NamedCustomer> {
  const found = await findAll(db, refs);
  return (ref) => {
    const [first, ...others] = readRef(ref, found);
    if (others.length > 0) throw customerError("ambiguous-customer");
    if (!first) throw customerError("unknown-customer");
    return first;
  };
}

/** All customers that a name fits: several may have one external id, in different systems. */
export async function listNamed(
  db: Kysely<Database>,
  ref: CustomerRef,
): Promise<readonly NamedCustomer[]> {
  return readRef(ref, await findAll(db, [ref]));
}

async function findAll(db: Kysely<Database>, refs: readonly CustomerRef[]): Promise<Found> {
  const named = (name: keyof CustomerRef) => [...new Set(refs.flatMap((ref) => ref[name] ?? []))];
  const linked = await findLinked(db, named("externalId"));
  const uids = [...named("uid"), ...linked.map(({ uid }) => uid)];
  const keys = named("email").map(emailKey);
  const byUid =
    uids.length === 0
      ? []
      : await selectNamed(db)
          .where(isOneOf(db, "accounts.uid", uids))
          .execute();
  const byEmail = keys.length === 0 ? [] : await selectByEmail(db, keys);
  const former = await selectFormer(db, named("uid"), keys);
  return { ofUid: new Map(byUid.map((one) => [one.uid, one])), linked, byEmail, former };
}

interface Found {
  readonly ofUid: ReadonlyMap<string, NamedCustomer>;
  readonly linked: readonly { readonly external_id: string; readonly uid: string }[];
  readonly byEmail: readonly NamedCustomer[];
  readonly former: Awaited<ReturnType<typeof selectFormer>>;
}

function readRef({ uid, email, externalId }: CustomerRef, found: Found): readonly NamedCustomer[] {
  if (uid !== undefined) {
    const own = found.ofUid.get(uid);
    return own ? [own] : found.former.filter((one) => one.merged_uid === uid);
  }
  if (email !== undefined) {
    const key = emailKey(email);
    const own = found.byEmail.find((one) => one.email_key === key);
    const first = own ?? found.byEmail.find((one) => one.shared_email_key === key);
    if (first) return [first];
    const kept = found.former.filter((one) => one.former_key === key);
    return [...new Map(kept.map((one) => [one.uid, one])).values()];
  }
  const uids = found.linked.filter((one) => one.external_id === externalId).map((one) => one.uid);
  return [...new Set(uids)].flatMap((one) => found.ofUid.get(one) ?? []);
}

function findLinked(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("customer_external_ids")
    .select(["external_id", "uid"])
    .where(isOneOf(db, "external_id", ids))
    .execute();
}

function selectByEmail(db: Kysely<Database>, keys: readonly string[]) {
  return selectNamed(db)
    .where((row) =>
      row.or([
        isOneOf(db, "accounts.email_key", keys),
        isOneOf(db, "accounts.shared_email_key", keys),
      ]),
    )
    .orderBy("accounts.created_at")
    .execute();
}

/** Accounts that others were merged into, which had these uids or addresses. */
function selectFormer(db: Kysely<Database>, uids: readonly string[], keys: readonly string[]) {
  return selectNamed(db)
    .innerJoin("account_merges as merges", "merges.uid", "accounts.uid")
    .select(["merges.merged_uid", "merges.email_key as former_key"])
    .where((row) =>
      row.or([isOneOf(db, "merges.merged_uid", uids), isOneOf(db, "merges.email_key", keys)]),
    )
    .execute();
}

function customerError(code: "unknown-customer" | "ambiguous-customer"): ApiError {
  const { message } = new ApiError(code);
  return new ApiError(code, {}, { errors: [{ pointer: "/customer", code, detail: message }] });
}
