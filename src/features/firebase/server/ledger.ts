import { createHmac } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { chunksOf } from "../../../platform/server/db/chunks.ts";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { spellingsOf } from "../../../platform/server/values/email-spellings.ts";
import { hashSubject, type SubjectKind } from "../../privacy/server/deletion/note-deletion.ts";

/** Characters of a hash: 132 bits tell documents apart. */
const hashLength = 22;

/** What was stored for a document. */
export interface Entry {
  readonly path: string;
  /** What was read; "" if it was another part of the same person. */
  readonly source: string;
  readonly contents: Contents;
}

/** The values of a record that an import sets, in a fixed order. */
export type Contents = readonly (string | number | boolean | null)[];

/** What earlier imports stored, and what was deleted here. */
export class Ledger {
  readonly #key: Buffer;
  /** Times of deletions, by hashed subject. */
  readonly #deleted = new Map<string, number>();

  /** @param key that of the server, for hashes that outlast what they were made of */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads which people were deleted here. */
  async open(db: Kysely<Database>): Promise<void> {
    const rows = await db
      .selectFrom("carried_out_deletions")
      .select(["at", "subjects"])
      .where("subjects", "is not", null)
      .orderBy("at")
      .execute();
    for (const { at, subjects } of rows) {
      for (const hash of JSON.parse(subjects ?? "[]") as string[]) {
        this.#deleted.set(hash, Number(at));
      }
    }
  }

  /** Whether a person with this uid or address was deleted here after the record was made. */
  isDeleted({ uid, email, createdAt }: Subjects): boolean {
    if (this.#deleted.size === 0) return false;
    const wanted: [SubjectKind, string][] = [];
    if (uid !== undefined) wanted.push(["account", uid]);
    for (const spelling of email ? spellingsOf(emailKey(email)) : []) {
      wanted.push(["person", spelling], ["messages", spelling]);
    }
    return wanted.some(([kind, name]) => {
      const at = this.#deleted.get(hashSubject(this.#key, { kind, name }));
      return at !== undefined && !(createdAt !== null && createdAt > at);
    });
  }

  /** The hashes of the last imports of documents, by path. */
  async read(trx: Transaction<Database>, paths: readonly string[]) {
    const byId = new Map(paths.map((path) => [this.#idOf(path), path]));
    const rows = await trx
      .selectFrom("imported_documents")
      .select(["id", "source", "record"])
      .where(isOneOf(trx, "id", [...byId.keys()]))
      .execute();
    return new Map(rows.map(({ id, ...hashes }) => [byId.get(id) ?? "", hashes]));
  }

  async write(trx: Transaction<Database>, entries: readonly Entry[], now: number): Promise<void> {
    const rows = entries.map(({ path, source, contents }) => ({
      id: this.#idOf(path),
      source: source === "" ? "" : this.hash(source),
      record: this.hash(JSON.stringify(contents)),
      at: now,
    }));
    for (const some of chunksOf(rows)) {
      await trx
        .insertInto("imported_documents")
        .values(some)
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet(({ ref }) => ({
            source: ref("excluded.source"),
            record: ref("excluded.record"),
            at: ref("excluded.at"),
          })),
        )
        .execute();
    }
  }

  hash(text: string): string {
    const hmac = createHmac("sha256", this.#key).update(`imported:${text}`);
    return hmac.digest("base64url").slice(0, hashLength);
  }

  #idOf(path: string): string {
    return this.hash(`path:${path}`);
  }
}

/** By what a deletion here names a person. */
export interface Subjects {
  readonly uid?: string;
  readonly email?: string;
  /** When the record was made, if it is known: a person may come back after a deletion. */
  readonly createdAt: number | null;
}
