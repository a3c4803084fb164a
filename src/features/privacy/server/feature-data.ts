import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Collection, FoundRecord } from "../../../platform/server/values/stored-record.ts";
import type { HeldKind } from "../contract/cases.ts";

/** What a feature announces about the data that it stores. `holders.ts` lists all of them. */
export interface FeatureData {
  readonly tables: Readonly<Partial<Record<keyof Database, TableData>>>;
  /** What a merge of two accounts does with each table that names an account. */
  readonly merging?: Readonly<Partial<Record<keyof Database, OnMerge>>>;
  /** Columns with addresses by which a deletion finds rows. */
  readonly addressColumns?: readonly Column[];
  /** Collections that operators export. */
  readonly collections?: readonly Collection[];
  /** Every record that an operator searches for. */
  readonly find?: (db: Kysely<Database>, search: RecordSearch) => Promise<readonly FoundRecord[]>;
  /** What a copy of a person's data contains. */
  readonly collect?: (owner: DataOwner, context: AppContext) => Promise<object>;
  /** Files in that copy. */
  readonly listFiles?: (owner: DataOwner, context: AppContext) => Promise<readonly OwnFile[]>;
  /**
   * Deletes what few rows hold, in one transaction.
   * @returns the files, for `removeFiles` after the commit
   */
  readonly erase?: (
    trx: Transaction<Database>,
    erased: Erased,
    now: number,
  ) => Promise<readonly string[]>;
  /** Deletes records of which a person may have thousands, at most `erasedAtOnce`. */
  readonly eraseSome?: (
    trx: Transaction<Database>,
    erased: Erased,
    now: number,
  ) => Promise<ErasedSome>;
}

/** What somebody typed to find records. */
export interface RecordSearch {
  readonly word: string;
  /** As `phoneKey` makes it; with one, the others are undefined. */
  readonly phone: string | undefined;
  readonly reference: string | undefined;
  /** By `emailKey`; it need not look like an address. */
  readonly email: string;
}

/** The announcement of a feature with these tables, all of which it names. */
export type DataOf<Tables> = FeatureData & {
  readonly tables: Readonly<Record<keyof Tables, TableData>>;
} & ([OfAccounts<Tables>] extends [never]
    ? unknown
    : { readonly merging: Readonly<Record<OfAccounts<Tables>, OnMerge>> });

/** The tables whose rows name their account. */
type OfAccounts<Tables> = {
  [Table in keyof Tables]: Tables[Table] extends { uid: unknown } ? Table : never;
}[keyof Tables];

/**
 * The rows of the merged account move to the kept one; or are deleted and kept for an undo; or end
 * for good; or stay as they are, for a reason (docs/decisions/0131). All but the last by their `uid`.
 */
export type OnMerge = "moves" | "kept" | "ends" | { readonly stays: string };

export type Column = readonly [table: keyof Database, column: string];

/** Whose rows a table holds, or why it holds none of customers. */
export type TableData = readonly Holding[] | NotPersonal;

/** Rows of a table that belong to a person, and what a deletion does with them. */
export interface Holding {
  readonly kind: HeldKind;
  readonly isTheirs: (person: Person) => RawBuilder<SqlBool>;
  /** Column with the creation time of the row, in milliseconds since 1970; null without one. */
  readonly since: string | null;
  /** Part of another row, with which it is counted and deleted. */
  readonly isPart?: true;
  /** Kept by a deletion, as proof of the request. */
  readonly isKept?: true;
  /** A file that the row names: counted in addition to it. */
  readonly isFile?: true;
}

/** The reason, and the columns, so that a new one is reviewed. */
interface NotPersonal {
  readonly reason: string;
  readonly columns: readonly string[];
}

/** The person whose data is searched. */
export interface Person {
  /** By `emailKey`. */
  readonly email: string;
  /** "" without an account. */
  readonly uid: string;
  /**
   * Further accounts of the address, from before addresses had one canonical form, and those that
   * were merged into these.
   */
  readonly otherUids?: readonly string[];
  /** Addresses of merged accounts, by `emailKey`. */
  readonly formerEmails?: readonly string[];
  /** Of saved views of staff that search for them: as many as staff have. */
  readonly viewIds: readonly string[];
}

/** Keys that find a person's data. */
export interface DataOwner {
  /** Null without an account. */
  readonly uid: string | null;
  /** In lower case. Null: others may have sent messages from an unconfirmed address. */
  readonly email: string | null;
  /** "" if they are not signed in. */
  readonly sessionId: string;
}

/** A file of the person's own, with its name in the archive. */
export interface OwnFile {
  readonly name: string;
  /** How the person refers to it. */
  readonly about: string;
  /** Its path in the file store. */
  readonly file: string;
}

/** Whose data to delete. */
export interface Erased {
  /** By `emailKey`. Null: an unconfirmed address, so that only the accounts are theirs. */
  readonly email: string | null;
  readonly uids: readonly string[];
  /** Records that are theirs whatever their address is: references, or ids of drafts. */
  readonly references: readonly string[];
  /** A customer who deletes their account can still be an applicant. */
  readonly keepsApplications?: boolean;
}

/** Records deleted by one statement: SQLite blocks the process meanwhile. */
export const erasedAtOnce = 200;

export interface ErasedSome {
  /** For `removeFiles` after the commit. */
  readonly files: readonly string[];
  /** Whether none is left. */
  readonly isDone: boolean;
}

/** Every address of theirs. */
export const emailsOf = ({
  email,
  formerEmails = [],
}: Pick<Person, "email" | "formerEmails">): readonly string[] => [email, ...formerEmails];
export const byUid = ({ uid, otherUids = [] }: Person) =>
  sql<SqlBool>`uid in (${sql.join([uid, ...otherUids])})`;
export const byEmail = ({ email }: Person) => sql<SqlBool>`email = ${email}`;
