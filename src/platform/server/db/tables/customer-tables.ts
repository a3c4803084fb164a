import type { Generated } from "kysely";

/** Tables that a job derives from others: backups leave them out. */
export interface DerivedTables {
  readonly customer_index: CustomerIndexTable;
  readonly request_index: RequestIndexTable;
  readonly stale_customers: StaleCustomerTable;
}

/** What the list of customers sorts and filters by: one row for each account. */
export interface CustomerIndexTable {
  /** Sequence number; key of the search index. */
  number: Generated<number>;
  uid: string;
  /** "last first", folded for sorting. */
  name: string;
  /** Two letters, in upper case; "" if unknown. */
  state: string;
  created_at: number;
  /** When they last wrote, or we to them; `created_at` before that. */
  contact_at: number;
  /** Of the newest request, in milliseconds; null without any. */
  request_at: number | null;
  /** 0 or 1, as the next three. */
  is_paid: number;
  is_verified: number;
  is_locked: number;
  /** Whether a message of theirs is open. */
  has_open: number;
  /** Of what the search index holds, so that unchanged words are not indexed again. */
  words_hash: string;
}

/** Requests of customers, by which the search finds them. */
interface RequestIndexTable {
  number: Generated<number>;
  uid: string;
  id: string;
  words_hash: string;
}

/** Customers to derive again, once for every change. */
interface StaleCustomerTable {
  id: Generated<number>;
  uid: string;
}
