import { defineEndpoint, type NoBody } from "./define-endpoint.ts";
import { displayPreferencesPath } from "./display-preferences.ts";

/** Endpoints about the site itself. */
export const siteEndpoints = {
  /** The first script carries the address alone. */
  displayPreferences: defineEndpoint<Readonly<Record<string, string>>>(
    `own-site POST ${displayPreferencesPath}`,
  ),
  /** The description of the API as a page. */
  docs: defineEndpoint<NoBody, string>("anybody GET /api/docs"),
  /** The same for programs, as OpenAPI 3.1. */
  document: defineEndpoint<NoBody, object>("anybody GET /api/docs/openapi.json"),
  /** The process answers. */
  live: defineEndpoint<NoBody, { readonly ok: true }>("anybody GET /livez"),
  /** The database answers, takes a write and is whole. */
  ready: defineEndpoint<NoBody, object>("anybody GET /readyz"),
} as const;
