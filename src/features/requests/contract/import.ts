import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { bytes } from "../../../platform/contract/schemas.ts";

/** What a column of an imported CSV may hold, in the order of the choices. */
export const importFieldNames = {
  customer: "Customer (email or support ID)",
  title: "What",
  day: "Day",
  clock: "Time",
  until: "Until",
  kind: "Kind of help",
  provider: "Provider",
  price: "Price",
  status: "Status",
  address: "Address",
  phone: "Phone for the provider",
  providerNote: "Note for the provider",
  privateNote: "Private note",
} as const;

export type ImportField = keyof typeof importFieldNames;

export const importFields = Object.keys(importFieldNames) as ImportField[];

/** A file without a column for each of these is not imported. */
export const requiredImportFields = ["customer", "title"] as const satisfies readonly ImportField[];

export const importLimits = {
  bytes: 2 * 1024 * 1024,
  lines: 2000,
  /** Lines with errors that are listed. */
  shownErrors: 50,
} as const;

/** What an import does, or did. */
export interface RequestImport {
  readonly lines: number;
  /** Requests that are new. */
  readonly added: number;
  /** Those that an import of the same lines added before. */
  readonly known: number;
  readonly wrong: number;
  readonly errors: readonly { readonly line: number; readonly why: string }[];
  /** Header and first cell of each column. */
  readonly columns: readonly { readonly name: string; readonly example: string }[];
  /** What each column holds; "" for one that is not used. */
  readonly fields: readonly (ImportField | "")[];
}

/** What each column holds, separated by commas; without it, the headers say it. */
const query = z.object({ fields: z.string().max(2000).optional() });

export const requestImportEndpoints = {
  /** Stores nothing. */
  preview: defineEndpoint("desk:customer-work POST /api/desk/requests/import/preview", {
    query,
    body: bytes("text/csv"),
    response: z.custom<RequestImport>(),
  }),
  /** Adds the requests of lines without errors. The same lines sent again add nothing. */
  import: defineEndpoint("desk-recent:customer-work POST /api/desk/requests/import", {
    query,
    body: bytes("text/csv"),
    response: z.custom<RequestImport>(),
  }),
} as const;
