import type { Release } from "../built-site.ts";
import { paths } from "../paths.ts";
import { defineEndpoint, type NoBody } from "./define-endpoint.ts";
import { displayPreferencesPath } from "./display-preferences.ts";

export const siteEndpoints = {
  /** The boot script imports only the path. */
  displayPreferences: defineEndpoint<Readonly<Record<string, string>>>(
    `own-site POST ${displayPreferencesPath}`,
  ),
  /** The API's description as a page. */
  docs: defineEndpoint<NoBody, string>(`anybody GET ${paths.apiDocs}`),
  /** The API's description as an OpenAPI 3.1 document. */
  document: defineEndpoint<NoBody, object>("anybody GET /api/docs/openapi.json"),
  /** Liveness: the process responds. */
  live: defineEndpoint<NoBody, { readonly ok: true } & Release>("anybody GET /livez"),
  /** Readiness: the database responds, accepts a write and is not damaged. */
  ready: defineEndpoint<NoBody, object>("anybody GET /readyz"),
} as const;
