import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findPhoneOnly } from "../../../messages/server/forms/find-submissions.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import type { Track } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { findPhones } from "./find-phones.ts";

/** A record that may be a person's: staff decide about each. */
export interface PossibleRecord {
  readonly reference: string;
  readonly collection: string;
  readonly name: string;
  readonly phone: string;
  /** It has their phone number and no address, or staff merged it with an application of theirs. */
  readonly why: "phone" | "merged";
}

/** Records that a deletion includes only if staff say so. */
export async function findPossible(
  db: Kysely<Database>,
  person: { readonly email: string; readonly uid: string },
): Promise<readonly PossibleRecord[]> {
  const byPhone = await findPhoneOnly(db, await findPhones(db, person));
  return [
    ...(await findMerged(db, person.email)),
    ...byPhone.map(({ reference = "", collection, data }) => ({
      reference,
      collection,
      name: String(data.name ?? ""),
      phone: String(data.phone ?? ""),
      why: "phone" as const,
    })),
  ];
}

/**
 * Applications with another address that were merged into one of theirs, or theirs into them: staff
 * took both for one person.
 */
export async function findMerged(
  db: Kysely<Database>,
  email: string,
): Promise<readonly PossibleRecord[]> {
  const theirs = db
    .selectFrom("applications as own")
    .where("own.email_key", "=", email)
    .where("own.email_key", "!=", "");
  const rows = await db
    .selectFrom("applications")
    .select(["reference", "track", "answers"])
    .where("reference", "is not", null)
    .where("email_key", "!=", email)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("joined_at", "is not", null),
          eb("duplicate_of", "in", theirs.select("own.id")),
        ]),
        eb("id", "in", theirs.where("own.joined_at", "is not", null).select("own.duplicate_of")),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ reference, track, answers }) => {
    const { firstName = "", lastName = "", phone = "" } = JSON.parse(answers);
    const { collection } = applicationForms[track as Track];
    const name = `${firstName} ${lastName}`.trim();
    return { reference: reference ?? "", collection, name, phone: String(phone), why: "merged" };
  });
}
