import { normalizeEmail } from "../../../../platform/contract/email.ts";
import {
  emailKey,
  isStorableText,
  looksLikeEmail,
} from "../../../../platform/contract/form-engine/rules.ts";
import {
  isImportedHash,
  toImportedHash,
} from "../../../../platform/server/credentials/firebase-scrypt.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import { endSessions } from "../../../customers/server/auth/sessions.ts";
import { isUid } from "../../../customers/server/files.ts";
import type { Found, Incoming, Kind } from "../import-records.ts";
import { profilePath } from "../reading/collections.ts";
import type { HashConfig } from "../reading/hash-config.ts";
import type { SourceAccount } from "../reading/read-accounts.ts";
import { NotImportable } from "../reading/source-document.ts";
import { FieldReader, maxShort, readTime } from "../reading/values.ts";
import {
  accountContents,
  findOwners,
  findTakenAddresses,
  insertPeople,
  type NewPerson,
  obstacles,
  profileContents,
} from "./people.ts";

interface AccountRow extends Incoming {
  readonly person: NewPerson;
}

/** Change with every visit. */
const restless = new Set(["lastSignedInAt", "lastRefreshAt", "lastLoginAt"]);

/** Accounts of the identity service, with passwords as `toImportedHash` makes them. */
export function accountKind(config: HashConfig | undefined): Kind<SourceAccount, AccountRow> {
  return {
    name: "Accounts",

    read({ path, uid, data }) {
      if (!isUid(uid)) throw new NotImportable(wrongUid);
      const { passwordHash: _hash, salt: _salt, ...shown } = data;
      const reader = new FieldReader({ data: shown });
      reader.drop("localId", uid);
      const email = normalizeEmail(reader.text("email"));
      if (email !== "" && !looksLikeEmail(email)) throw new NotImportable("Its email is none.");
      const isConfirmed = reader.other("emailVerified", asBoolean) ?? false;
      const isDisabled = reader.other("disabled", asBoolean) ?? false;
      const phone = textOf(data.phoneNumber);
      const createdAt = readCreated(reader.other("createdAt", (value) => value));
      const providers = Array.isArray(data.providerUserInfo) ? data.providerUserInfo : [];
      if (email === "" && phone === "" && providers.length === 0) {
        throw new NotImportable(
          "It is anonymous: it has no email, phone number or sign-in provider.",
        );
      }
      const passwordHash = readPassword(data, config);
      const imported = reader.rest();
      const name = textOf(data.displayName);
      const space = name.lastIndexOf(" ");
      const person: NewPerson = {
        uid,
        email,
        isConfirmed,
        isDisabled,
        passwordHash,
        createdAt,
        profile: {
          first_name: space < 0 ? name : name.slice(0, space),
          last_name: space < 0 ? "" : name.slice(space + 1),
          email_address: email,
          phone_number: phone,
          address_line1: "",
          city: "",
          state: "",
          zip: "",
          stripe_account_id: null,
        },
        imported: [imported, null],
      };
      return {
        path,
        contents: [email === "" ? "" : emailKey(email), isDisabled],
        imported: withoutRestless(imported),
        more: JSON.stringify([passwordHash, isConfirmed]),
        subjects: { uid, email, createdAt },
        person,
      };
    },

    async find(trx, rows) {
      const uids = rows.map(({ person }) => person.uid);
      const stored = await trx
        .selectFrom("accounts")
        .select(["uid", "email", "disabled_at"])
        .where(isOneOf(trx, "uid", uids))
        .execute();
      const byUid = new Map(stored.map((row) => [row.uid, row]));
      const owners = await findOwners(trx, uids);
      const taken = await findTakenAddresses(
        trx,
        rows.map(({ person }) => person),
      );
      return new Map(
        rows.flatMap(({ path, person: { uid } }): [string, Found][] => {
          const row = byUid.get(uid);
          if (taken.has(uid)) return [[path, { obstacle: obstacles.taken }]];
          if (row) return [[path, { contents: accountContents(row) }]];
          return owners.has(uid) ? [[path, { obstacle: obstacles.merged }]] : [];
        }),
      );
    },

    async store(trx, added, changed, { now, planned }) {
      await insertPeople(
        trx,
        added.map(({ person }) => person),
        now,
      );
      for (const { person } of added) planned.add(person.uid);
      const kept = new Map<string, string>();
      for (const { path, person } of changed) {
        const { uid, email, isConfirmed, isDisabled, passwordHash } = person;
        const before = await trx
          .selectFrom("accounts")
          .select(["email", "email_verified_at", "disabled_at", "password_hash", "added_at"])
          .select("imported")
          .where("uid", "=", uid)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const isMoved = email !== "" && emailKey(email) !== emailKey(before.email);
        // A password of here is never replaced: its owner has logged in, or chosen it.
        const isTheirs = before.added_at === null && !isImportedHash(before.password_hash);
        const takesPassword = passwordHash !== null && !isTheirs;
        const columns = {
          ...(isMoved && { email, email_key: emailKey(email), shared_email_key: null }),
          email_verified_at: isConfirmed
            ? isMoved
              ? now
              : (before.email_verified_at ?? now)
            : isMoved
              ? null
              : before.email_verified_at,
          disabled_at: isDisabled ? (before.disabled_at ?? now) : null,
          imported: person.imported[0],
          ...(takesPassword && { password_hash: passwordHash, added_at: null }),
        };
        const isSame = Object.entries(columns).every(
          ([name, value]) => before[name as keyof typeof before] === value,
        );
        if (isSame && isTheirs)
          kept.set(path, "Its password is kept: its owner has logged in here.");
        await trx.updateTable("accounts").set(columns).where("uid", "=", uid).execute();
        if (isDisabled || isMoved) await endSessions(trx, uid);
      }
      const entries = added.map(({ person: { uid, profile } }) => ({
        path: profilePath(uid),
        source: "",
        contents: profileContents(profile),
      }));
      return { entries, kept };
    },
  };
}

export const wrongUid =
  'Its uid is none that this site can store: at most 128 letters, digits, "-" and "_".';

/** Of a field that is also kept beside. */
function textOf(value: unknown): string {
  return typeof value === "string" && isStorableText(value) ? value.trim().slice(0, maxShort) : "";
}

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Milliseconds since 1970 as a text, as `firebase auth:export` writes them, or another time. */
function readCreated(value: unknown): number | null {
  return (
    readTime(typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value)?.ms ?? null
  );
}

/** @throws NotImportable for a hash that the hash config does not fit */
function readPassword(
  { passwordHash, salt }: SourceAccount["data"],
  config: HashConfig | undefined,
): string | null {
  if (typeof passwordHash !== "string" || passwordHash === "" || !config) return null;
  const [hash, own] = [passwordHash, typeof salt === "string" ? salt : ""].map((text) =>
    Buffer.from(text, "base64"),
  ) as [Buffer, Buffer];
  const { signerKey, saltSeparator } = config;
  const parts = { hash, signerKey, salt: Buffer.concat([own, saltSeparator]) };
  const imported = toImportedHash(config, parts);
  if (imported === undefined) throw new NotImportable("Its password is not of this hash config.");
  return imported;
}

function withoutRestless(imported: string | null): string | null {
  if (imported === null) return null;
  const fields = JSON.parse(imported) as [string, unknown][];
  return JSON.stringify(fields.filter(([name]) => !restless.has(name)));
}
