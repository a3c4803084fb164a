import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Kysely, type Selectable, sql } from "kysely";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import type { DataOwner, OwnFile } from "../../privacy/server/feature-data.ts";
import type { ConversationKind } from "../contract/replies.ts";
import { ownerColumns } from "./conversation-page/owner.ts";

/** Records read at a time, so that memory does not grow with their number. */
export const recordsAtOnce = 100;
/** Entries of conversations read at a time: one may be as long as an email. */
const entriesAtOnce = 50;

type Owner = Pick<DataOwner, "email" | "uid">;

/** Ids of messages from an address in lower case, and of those that apps delivered for an account. */
function ownIds({ email, uid }: Owner) {
  return sql<string>`(select id from submissions where email = ${email}
    union select case_id from app_cases where uid = ${uid})`;
}

/** Messages of a person, with their conversations, oldest first. */
export async function* listMessages(db: Kysely<Database>, owner: Owner): AsyncGenerator<object> {
  const rows = readPages((after) =>
    db
      .selectFrom("submissions")
      .select(["id", "collection", "reference", "data", "created_at", "done_at"])
      .where("id", "in", ownIds(owner))
      .where("id", ">", after)
      .orderBy("id")
      .limit(recordsAtOnce)
      .execute(),
  );
  for await (const { row, said } of withConversations(db, "case", rows)) {
    yield {
      form: row.collection,
      reference: row.reference,
      data: JSON.parse(row.data),
      receivedAt: isoTime(row.created_at),
      doneAt: timeOrNull(row.done_at),
      conversation: said,
    };
  }
}

/** Files that we sent them in replies, and that they sent us in an app. */
export async function listSentFiles(db: Kysely<Database>, owner: Owner): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom("reply_files as files")
    .innerJoin("conversation_replies as replies", "replies.id", "files.reply_id")
    .leftJoin("cases", "cases.id", "replies.case_id")
    .leftJoin("applications", "applications.id", "replies.application_id")
    .select(["files.file", "files.name"])
    .where((row) =>
      row.or([
        row("cases.id", "in", ownIds(owner)),
        row("applications.email_key", "=", owner.email),
      ]),
    )
    .where("replies.entry_id", "is not", null)
    .orderBy("files.id")
    .execute();
  const received = await db
    .selectFrom("case_message_files as files")
    .innerJoin("cases", "cases.id", "files.case_id")
    .select(["files.file", "files.name"])
    .where("cases.id", "in", ownIds(owner))
    .orderBy("files.id")
    .execute();
  const list = (start: string, found: typeof rows) =>
    found.map(({ file, name }, index) => ({
      name: `${start}-${index + 1}${path.extname(file)}`,
      about: name,
      file,
    }));
  return [...list("sent-to-me", rows), ...list("sent-by-me", received)];
}

/** Emails that they sent to the conversations of other people, oldest first. */
export async function* listEmailsToOthers(
  db: Kysely<Database>,
  email: string,
): AsyncGenerator<object> {
  const pages = readPages((after) =>
    db
      .selectFrom("conversation_inbound_emails as emails")
      .innerJoin("conversation_entries as entries", "entries.id", "emails.entry_id")
      .select(["emails.id", "emails.subject", "emails.received_at", "entries.text"])
      .where("emails.from_address", "=", email)
      .where("emails.sender", "=", "other")
      .where("emails.id", ">", after)
      .orderBy("emails.id")
      .limit(entriesAtOnce)
      .execute(),
  );
  for await (const page of pages) {
    for (const { subject, text, received_at: at } of page) {
      yield { subject, text, receivedAt: isoTime(Number(at)) };
    }
  }
}

interface Identified {
  readonly id: string;
}

/** Reads pages in the order of ids, which is that of creation. */
export async function* readPages<Row extends Identified>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = ""; ; ) {
    const page = await read(after);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.id ?? "";
    // SQLite answers at once: let requests in between.
    await setImmediate();
  }
}

/** Adds to each record what was said after it; read the conversations in the given order. */
export async function* withConversations<Row extends Identified>(
  db: Kysely<Database>,
  kind: ConversationKind,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<{ readonly row: Row; readonly said: AsyncIterable<object> }> {
  for await (const page of pages) {
    const entries = new Entries(db, kind, page);
    for (const row of page) yield { row, said: entries.of(row.id) };
  }
}

type Entry = Pick<Selectable<Database["conversation_entries"]>, "id" | "kind" | "text" | "at"> & {
  readonly owner: string | null;
  /** Of an email; null for other entries. */
  readonly sender: string | null;
};

/** Who wrote a message, by the sender of its email; other people are not named. */
const writers: Readonly<Record<string, string>> = { other: "another", unconfirmed: "unconfirmed" };

/** What was said after each of some records: the person's messages, and our replies. */
class Entries {
  readonly #db: Kysely<Database>;
  readonly #kind: ConversationKind;
  readonly #owners: readonly string[];
  #read: Entry[] = [];
  #last: Entry | undefined;
  #isEnd = false;

  constructor(db: Kysely<Database>, kind: ConversationKind, owners: readonly Identified[]) {
    this.#db = db;
    this.#kind = kind;
    this.#owners = owners.map(({ id }) => id);
  }

  async *of(owner: string): AsyncGenerator<object> {
    for (;;) {
      if (this.#read.length === 0 && !this.#isEnd) await this.#readMore();
      const [next] = this.#read;
      if (next?.owner !== owner) return;
      this.#read.shift();
      const from = next.kind === "message" ? (writers[next.sender ?? ""] ?? "you") : "us";
      const isCall = next.kind === "call";
      yield { from, at: isoTime(Number(next.at)), text: next.text, ...(isCall && { isCall }) };
    }
  }

  async #readMore(): Promise<void> {
    const column = ownerColumns[this.#kind];
    const owner = sql.ref<string | null>(`entries.${column}`);
    const last = this.#last;
    this.#read = await this.#db
      .selectFrom("conversation_entries as entries")
      .leftJoin("conversation_inbound_emails as emails", "emails.entry_id", "entries.id")
      .select([`entries.${column} as owner`, "entries.id", "entries.kind", "entries.text"])
      .select(["entries.at", "emails.sender"])
      .where(isOneOf(this.#db, owner, this.#owners))
      .where("entries.kind", "in", ["message", "reply", "call"])
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(${owner}, entries.id) > (${last?.owner}, ${last?.id})`),
      )
      .orderBy(owner)
      .orderBy("entries.id")
      .limit(entriesAtOnce)
      .execute();
    this.#last = this.#read.at(-1);
    this.#isEnd = this.#read.length < entriesAtOnce;
  }
}
