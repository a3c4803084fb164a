import { z } from "zod";
import { defineEndpoint } from "../../../../platform/contract/define-endpoint.ts";
import type { Undoable } from "../../../../platform/contract/desk/undo.ts";
import { cursor, queryChoice, typedText, version } from "../../../../platform/contract/schemas.ts";
import type { ApplicationDetail } from "../applications.ts";
import { trackNames } from "../recruiting-endpoints.ts";
import { type DocumentPage, documentFilters } from "./document-list.ts";
import { documentKinds, documentLimits } from "./documents.ts";

const day = z.union([z.literal(""), z.iso.date()]);

export const documentEndpoints = {
  list: defineEndpoint("desk:applications GET /api/desk/applications/documents", {
    query: z.object({
      show: queryChoice(Object.keys(documentFilters) as (keyof typeof documentFilters)[]),
      kind: queryChoice(documentKinds),
      track: queryChoice(trackNames),
      after: cursor,
    }),
    response: z.custom<DocumentPage>(),
  }),
  /** The file as a download, never shown in the browser. */
  file: defineEndpoint("desk:applications GET /api/desk/applications/documents/:id", {
    response: z.string(),
  }),
  /**
   * Accepts a document, or asks for it again by email. With the version of the application, and
   * undone as a change of it.
   */
  decide: defineEndpoint("desk:applications PATCH /api/desk/applications/documents/:id", {
    body: z.strictObject({
      version,
      state: z.enum(["accepted", "again"]),
      /** Required to ask again. */
      reason: z.union([z.literal(""), typedText(documentLimits.reason)]),
      endsOn: day,
    }),
    response: z.custom<ApplicationDetail & Undoable>(),
  }),
} as const;
