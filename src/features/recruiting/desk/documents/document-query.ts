import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import {
  type DocumentFilter,
  documentFilterNames,
} from "../../contract/documents/document-list.ts";

export const documentsPath = `${deskPaths.applications}/documents`;

export function readDocumentFilter(query: URLSearchParams): DocumentFilter {
  return Object.fromEntries(
    documentFilterNames.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Formats a filter as a query string without "?". */
export function formatDocumentFilter(filter: DocumentFilter): string {
  return new URLSearchParams(
    documentFilterNames.flatMap((name): [string, string][] => {
      const value = filter[name];
      return value ? [[name, value]] : [];
    }),
  ).toString();
}
