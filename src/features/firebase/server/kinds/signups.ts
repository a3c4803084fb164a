import { emailKey, looksLikeEmail } from "../../../../platform/contract/form-engine/rules.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import { readHashKey } from "../../../../platform/server/values/hash-key.ts";
import { refreshAddress } from "../../../newsletter/server/addresses/refresh-address.ts";
import {
  findSuppressed,
  hashSpellings,
} from "../../../newsletter/server/addresses/suppressions.ts";
import type { Found, Incoming, Kind } from "../import-records.ts";
import { NotImportable, type SourceDocument } from "../reading/source-document.ts";
import { FieldReader } from "../reading/values.ts";

interface SignupRow extends Incoming {
  readonly id: string;
  readonly email: string;
  readonly data: string;
  readonly createdAt: number;
}

/** Documents of NewsletterRegistration. */
export const signupKind: Kind<SourceDocument, SignupRow> = {
  name: "Newsletter signups",

  read(source, now) {
    const [, id = ""] = source.path.split("/");
    const reader = new FieldReader(source);
    const typed = reader.text("email");
    const email = emailKey(typed);
    if (!looksLikeEmail(email)) throw new NotImportable("Its email is none.");
    const at = reader.time("timestamp") ?? source.createdAt ?? null;
    const data = JSON.stringify({
      email: typed,
      timestamp: at === null ? "" : new Date(at).toISOString(),
      source: reader.text("source"),
      formTime: reader.other("formTime", (value) =>
        typeof value === "number" ? value : undefined,
      ),
      jsVerified:
        reader.other("jsVerified", (value) => (typeof value === "boolean" ? value : undefined)) ??
        false,
      userAgent: reader.text("userAgent"),
    });
    return {
      path: source.path,
      id,
      email,
      data,
      createdAt: Math.min(at ?? now, now),
      contents: [data],
      imported: reader.rest(),
      subjects: { email, createdAt: at },
    };
  },

  async find(trx, rows) {
    const stored = await trx
      .selectFrom("newsletter_subscribers")
      .select(["id", "data"])
      .where(
        isOneOf(
          trx,
          "id",
          rows.map(({ id }) => id),
        ),
      )
      .execute();
    const byId = new Map(stored.map((row) => [row.id, row]));
    const left = await trx
      .selectFrom("newsletter_addresses")
      .select("email")
      .where("state", "=", "left")
      .where(
        isOneOf(
          trx,
          "email",
          rows.map(({ email }) => email),
        ),
      )
      .execute();
    const key = await readHashKey(trx);
    const hashes = new Map(rows.map(({ email }) => [email, hashSpellings(key, email)]));
    const suppressed = await findSuppressed(trx, [...hashes.values()].flat());
    return new Map(
      rows.flatMap(({ path, id, email }): [string, Found][] => {
        const row = byId.get(id);
        if (row) return [[path, { contents: [row.data] }]];
        if (hashes.get(email)?.some((one) => suppressed.has(one))) {
          return [[path, { obstacle: "Its address is suppressed here." }]];
        }
        const hasLeft = left.some((one) => one.email === email);
        return hasLeft ? [[path, { obstacle: "Its address has unsubscribed here." }]] : [];
      }),
    );
  },

  // A job of the server lists new signups, without an email since no confirmation is pending.
  async store(trx, added, changed, { now }) {
    const rows = added.map(({ id, email, data, createdAt, imported }) => ({
      id,
      email,
      data,
      created_at: createdAt,
      imported,
    }));
    for (const some of chunksOf(rows)) {
      await trx.insertInto("newsletter_subscribers").values(some).execute();
    }
    for (const { id, email, data, imported } of changed) {
      const { email: before } = await trx
        .selectFrom("newsletter_subscribers")
        .select("email")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .updateTable("newsletter_subscribers")
        .set({ email, data, imported })
        .where("id", "=", id)
        .execute();
      if (before === email) continue;
      await refreshAddress(trx, before, now);
      await refreshAddress(trx, email, now);
    }
    return {};
  },
};
