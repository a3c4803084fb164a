import { sql } from "kysely";
import { normalizeEmail } from "../../../../platform/contract/email.ts";
import { emailKey, looksLikeEmail } from "../../../../platform/contract/form-engine/rules.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { isUid } from "../../../customers/server/files.ts";
import type { Found, Incoming, Kind } from "../import-records.ts";
import { NotImportable, type SourceDocument } from "../reading/source-document.ts";
import { FieldReader, maxShort } from "../reading/values.ts";
import { wrongUid } from "./accounts.ts";
import {
  accountPath,
  findOwners,
  findTakenAddresses,
  insertPeople,
  type NewPerson,
  notePaymentAccounts,
  obstacles,
  profileContents,
} from "./people.ts";

interface ProfileRow extends Incoming {
  /** Also the account, if the document came without one. */
  readonly person: NewPerson;
}

/** Documents of Users. */
export const profileKind: Kind<SourceDocument, ProfileRow> = {
  name: "Users",

  read(document) {
    const [, uid = ""] = document.path.split("/");
    if (!isUid(uid)) throw new NotImportable(wrongUid);
    const reader = new FieldReader(document);
    reader.drop("uid", uid);
    const profile = {
      first_name: reader.text("firstName", maxShort),
      last_name: reader.text("lastName", maxShort),
      email_address: reader.text("emailAddress", maxShort),
      phone_number: reader.text("phoneNumber", maxShort),
      address_line1: reader.text("addressLine1", maxShort),
      city: reader.text("city", maxShort),
      state: reader.text("state", maxShort),
      zip: reader.text("zip", maxShort),
      stripe_account_id: reader.text("stripeAccountId", maxShort) || null,
    };
    const typed = normalizeEmail(profile.email_address);
    const email = looksLikeEmail(typed) ? typed : "";
    const imported = reader.rest();
    const createdAt = document.createdAt ?? null;
    return {
      path: document.path,
      contents: profileContents(profile),
      imported,
      subjects: { uid, email, createdAt },
      person: {
        uid,
        email,
        isConfirmed: false,
        isDisabled: false,
        passwordHash: null,
        createdAt,
        profile,
        imported: [null, imported],
      },
    };
  },

  async find(trx, rows) {
    const people = rows.map(({ person }) => person);
    const uids = people.map(({ uid }) => uid);
    const stored = await trx
      .selectFrom("profiles")
      .selectAll()
      .where(isOneOf(trx, "uid", uids))
      .execute();
    const byUid = new Map(stored.map((row) => [row.uid, row]));
    const owners = await findOwners(trx, uids);
    const taken = await findTakenAddresses(
      trx,
      people.filter(({ uid }) => !byUid.has(uid)),
    );
    return new Map(
      rows.flatMap(({ path, person: { uid } }): [string, Found][] => {
        const row = byUid.get(uid);
        if (row) return [[path, { contents: profileContents(row) }]];
        if (owners.has(uid)) return [[path, { obstacle: obstacles.merged }]];
        return taken.has(uid) ? [[path, { obstacle: obstacles.taken }]] : [];
      }),
    );
  },

  async store(trx, added, changed, { now, planned }) {
    const people = added.map(({ person }) => person);
    await insertPeople(trx, people, now);
    for (const { uid } of people) planned.add(uid);
    for (const { person, imported } of changed) {
      await trx
        .updateTable("profiles")
        .set({
          ...person.profile,
          phone_key: phoneKey(person.profile.phone_number),
          imported,
          version: sql<number>`version + 1`,
          updated_at: now,
        })
        .where("uid", "=", person.uid)
        .execute();
    }
    await notePaymentAccounts(
      trx,
      changed.map(({ person }) => person),
      now,
    );
    return {
      entries: people.map(({ uid, email }) => ({
        path: accountPath(uid),
        source: "",
        contents: [email === "" ? "" : emailKey(email), false],
      })),
    };
  },
};
