import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** A stored record as staff see it; `data` holds exactly the collection's specified fields. */
export interface StoredRecord {
  readonly id: string;
  readonly reference?: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Why it looks like spam; absent if it does not. */
  readonly spam?: string;
}

/** A record of a page. */
export interface PageRecord extends StoredRecord {
  /** Its place in the collection, if `id` is that of an imported document. */
  readonly place?: string;
}

export interface FoundRecord extends StoredRecord {
  readonly collection: string;
  /** Users only: the code that the person reads out to support, and the login email. */
  readonly supportId?: string;
  readonly loginEmail?: string;
  /** Users only: since when staff have disabled log-in, ISO 8601. */
  readonly disabledAt?: string;
}

export interface Collection {
  readonly name: string;
  readonly fields: readonly string[];
  /** A warning for the reader when the person that the collection belongs to does not exist. */
  findWarning?(db: Kysely<Database>): Promise<string | undefined>;
  /** Up to `pageSize` records, oldest first, after the id `after` ("" for the first page). */
  readPage(db: Kysely<Database>, after: string): Promise<PageRecord[]>;
}

/** Records read at a time, so that a large collection does not fill the memory. */
export const pageSize = 500;

/** All records of a collection, a page at a time; no page is empty. */
export async function* readPages(
  { readPage }: Pick<Collection, "readPage">,
  db: Kysely<Database>,
): AsyncGenerator<StoredRecord[]> {
  let after = "";
  for (let isLast = false; !isLast; ) {
    const page = await readPage(db, after);
    if (page.length > 0) yield page.map(({ place: _, ...record }) => record);
    const last = page.at(-1);
    after = last?.place ?? last?.id ?? after;
    isLast = page.length < pageSize;
  }
}

export function spamMark(reason: string | null): Pick<StoredRecord, "spam"> {
  return reason === null ? {} : { spam: reason };
}
