/** A document of the old database, as `scripts/firebase-export.mjs` writes it. */
export interface SourceDocument {
  /** "Users/x", "Users/x/CompletedRequests/y" … */
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970; undefined if the export does not say. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** A part of a file that cannot be read. */
export interface Unreadable {
  /** The file's name, with the number of the line. */
  readonly place: string;
  readonly why: string;
}

/** Why a document cannot become a record: a sentence without personal data. */
export class NotImportable extends Error {
  override name = "NotImportable";
}
