/** Its tables. Times are milliseconds since 1970. */
export interface RequestTables {
  readonly requests: RequestTable;
  readonly request_messages: RequestMessageTable;
  readonly request_emails: RequestEmailTable;
  readonly providers: ProviderTable;
}

/** A request as the desk works with it: one row for each document, and for each that is not booked yet. */
export interface RequestTable {
  id: string;
  uid: string;
  /** Id of the document in `completed_requests`; null until it is booked. */
  document_id: string | null;
  reference: string;
  /** One of `requestStates`. */
  state: string;
  title: string;
  /** One of `helpKinds`. */
  kind: string;
  /** IANA name, of the market; its times are entered and shown in it. */
  time_zone: string;
  /** First three digits of the ZIP code; "" if unknown. */
  market: string;
  /** Null: no time is agreed. */
  starts_at: number | null;
  /** End of the window in which the provider comes; null: at `starts_at`. */
  ends_at: number | null;
  /** When the customer wants it, in words; "" if staff entered it. */
  wish: string;
  /** "" without a provider. */
  provider_id: string;
  provider_name: string;
  price_cents: number | null;
  address: string;
  phone: string;
  /** What the customer wants us to know. */
  customer_note: string;
  provider_note: string;
  /** For staff only. */
  private_note: string;
  /** "site", "desk", "import", "api", or "ops" for a document that was added by command. */
  source: string;
  /** When staff must have looked at it; null once they have. */
  due_at: number | null;
  completed_at: number | null;
  canceled_at: number | null;
  /** One of `cancelers`; "" until then. */
  canceled_by: string;
  cancel_reason: string;
  /** "good" or "not-good"; "" until the customer says. */
  feedback: string;
  /** Shared by requests that repeat: the id of the first; "" for a single one. */
  series_id: string;
  /** By which its list is ordered: when it is due, begins, was completed or canceled. */
  sort_at: number;
  version: number;
  created_at: number;
  changed_at: number;
}

/** Messages about a request: submissions, which are cases of the same id. */
interface RequestMessageTable {
  submission_id: string;
  request_id: string;
}

/** Emails about requests that a customer does not want. */
interface RequestEmailTable {
  uid: string;
  /** One of `requestEmailKinds`. */
  kind: string;
}

/** Who helps: from assignments, and hired applicants. */
interface ProviderTable {
  /** `assignedToUid` of the documents. */
  id: string;
  name: string;
  phone: string;
  /** First three digits of ZIP codes, separated by spaces. */
  markets: string;
  /** Kinds of help, separated by spaces. */
  trades: string;
  /** The application of who was hired; null otherwise. */
  application_id: string | null;
  version: number;
  created_at: number;
  changed_at: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends RequestTables {}
}
