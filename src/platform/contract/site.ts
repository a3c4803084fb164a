import { z } from "zod";
import { defineEndpoint, type Returned } from "./define-endpoint.ts";
import { displayClasses, displayPreferencesPath } from "./display-preferences.ts";
import { paths } from "./paths.ts";

const preferences = z
  .strictObject(
    Object.fromEntries(
      Object.entries(displayClasses).map(([group, classes]) => [
        group,
        z
          .string()
          .optional()
          .meta({ enum: [...classes, ""], description: "Empty: as designed." }),
      ]),
    ),
  )
  .meta({ types: ["application/json", "application/x-www-form-urlencoded"] });

const check = z.enum(["ok", "failed", "full", "timeout"]);
const readiness = z.object({
  ok: z.boolean(),
  checks: z.object({
    read: check,
    write: check,
    /** Of the file; unchecked until the check has finished. */
    integrity: z.enum(["unchecked", "ok", "damaged"]),
  }),
});

export type Readiness = Returned<typeof readiness>;

/** Endpoints about the site itself. */
export const siteEndpoints = {
  /** The API's description as a page. */
  docs: defineEndpoint(`anybody GET ${paths.apiDocs}`, {
    summary: "Get this page",
    response: z.string().meta({ types: ["text/html"] }),
  }),
  /** The API's description as an OpenAPI 3.1 document. */
  document: defineEndpoint("anybody GET /api/openapi.json", {
    summary: "Get the OpenAPI document",
    response: z.looseObject({}),
  }),
  /** The address that tools knew before. */
  formerDocument: defineEndpoint("anybody GET /api/docs/openapi.json", {
    summary: "Get the OpenAPI document at its earlier address",
    status: "page",
  }),
  /** The boot script imports only the path. */
  displayPreferences: defineEndpoint(`own-site POST ${displayPreferencesPath}`, {
    summary: "Save a reading setting in its cookie",
    body: preferences,
    status: "empty",
    errors: ["malformed"],
  }),
  /** Liveness: the process responds. */
  live: defineEndpoint("anybody GET /livez", {
    summary: "Liveness: the process responds",
    response: z.object({ ok: z.literal(true) }),
  }),
  /** Readiness: the database responds, accepts a write and is not damaged. */
  ready: defineEndpoint("anybody GET /readyz", {
    summary: "Readiness: the database can be read and written and is not damaged",
    response: readiness,
    errors: ["unavailable"],
  }),
} as const;

/** Headers of what has another name now (RFC 9745), and of what ends a year later (RFC 8594). */
export const deprecated = { deprecation: "@1795824000" } as const;
export const ending = { ...deprecated, sunset: "Sun, 28 Nov 2027 00:00:00 GMT" } as const;
