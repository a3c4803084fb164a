/** Its tables. Times are milliseconds since 1970. */
export interface FirebaseTables {
  readonly imported_documents: ImportedDocumentTable;
}

/**
 * What was imported, as keyed hashes, which stay when the record is deleted: so no later import brings
 * it back.
 */
interface ImportedDocumentTable {
  /** Of the path. */
  id: string;
  /** Of what the last import read; "" where it read another part of the same person. */
  source: string;
  /** Of what it stored. */
  record: string;
  at: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends FirebaseTables {}
}
