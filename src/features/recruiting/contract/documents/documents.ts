/** Licenses and other documents that applicants add on their page, and staff check. */

export const documentKindNames = {
  license: "License",
  insurance: "Insurance",
  certificate: "Certificate",
} as const;

export type DocumentKind = keyof typeof documentKindNames;

export const documentKinds = Object.keys(documentKindNames) as DocumentKind[];

/** "again": the person is asked to send it again. */
export type DocumentState = "received" | "accepted" | "again";

export const documentLimits = { files: 20, label: 80, reason: 300 } as const;

/** Days before the end of a document when its person is reminded. */
export const reminderDays = 30;

/** Days ahead that the list of ending documents shows. */
export const endingDays = 60;

export const documentsPerPage = 50;

/** Part of the page's address to which the form posts, and the name of its file. */
export const documentAddress = {
  path: "documents",
  file: "file",
  /** Id of the document that a new one replaces; also in the query of the page. */
  replaces: "replace",
  section: "add-a-document",
} as const;

/** A document as both its person and staff see it. */
export interface ShownDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly label: string;
  readonly state: DocumentState;
  /** What is wrong with one that is to be sent again; "" otherwise. */
  readonly reason: string;
  /** YYYY-MM-DD; "" for one that does not end. */
  readonly endsOn: string;
  /** Until it ends; 0 on the last day; null for one that does not end. */
  readonly daysLeft: number | null;
  /** Whether a newer one took its place. */
  readonly isReplaced: boolean;
  /** When it came, ISO 8601. */
  readonly at: string;
}

export interface DeskDocument extends ShownDocument {
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
}

/** The documents on the page of a personal link. */
export interface OwnDocuments {
  /** The oldest first. */
  readonly list: readonly ShownDocument[];
  /** The one that the form replaces; null for a new one. */
  readonly replaces: ShownDocument | null;
  readonly takesMore: boolean;
}
