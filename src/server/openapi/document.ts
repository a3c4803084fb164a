import { z } from "zod";
import { brand } from "../../brand.ts";
import { displayClasses } from "../../contract/endpoints/display-preferences.ts";
import { siteEndpoints } from "../../contract/endpoints/site.ts";
import { type ErrorBody, type ErrorCode, errors } from "../../contract/errors/errors.ts";
import { newsletter } from "../../contract/forms/newsletter.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";
import {
  type SubmissionResponse,
  submissionEndpoint,
  submissionExtras,
} from "../../contract/forms/submission.ts";
import { settingsPaths } from "../account/open-api.ts";
import { personPaths, profileSchema } from "../account/profile/open-api.ts";
import { sessionCookie } from "../auth/accounts/sessions.ts";
import { accountPaths } from "../auth/open-api.ts";
import { paymentPaths } from "../payments/open-api.ts";
import type { Config } from "../platform/config/config.ts";
import { cookieName } from "../platform/http/cookies.ts";
import {
  checkResults,
  integrityResults,
  type Readiness,
} from "../platform/http/health/readiness.ts";
import { formSchema } from "../platform/openapi/form-schemas.ts";
import {
  describeEndpoint,
  errorSchema,
  joinPaths,
  json,
  type Paths,
  schemaOf,
  sentJson,
  sessionScheme,
  toSchema,
} from "../platform/openapi/operations.ts";
import { recruitingPaths } from "../recruiting/open-api.ts";

/** The parts of an OpenAPI 3.1 document that this API uses. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const text = z.string();
const stored = schemaOf<SubmissionResponse>()(z.object({ id: text, reference: text }));
const errorBody = schemaOf<ErrorBody>()(
  z.object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    message: text,
    fields: z.record(text, text).optional().describe('Messages by field; only with "invalid".'),
    retryAfter: z.number().optional().describe('Seconds to wait; with "too-many", "links-sent".'),
    current: profileSchema.optional().describe('What is stored now; only with "conflict".'),
  }),
);
const { names } = newsletter;
const signup = z.strictObject({
  [names.email]: text,
  [names.formTime]: z.number().describe("Milliseconds from page load to submit."),
  [names.token]: text,
  [names.honeypot]: text.optional(),
});

const preferences = z.strictObject(
  Object.fromEntries(
    Object.entries(displayClasses).map(([group, classes]) => [
      group,
      z
        .enum([...classes, ""])
        .optional()
        .describe("Empty: as designed."),
    ]),
  ),
);

/**
 * Describes every endpoint from the definitions that also register the routes.
 * @param config determines the names of cookies
 */
export function describeApi(config: Config): ApiDescription {
  return {
    openapi: "3.1.0",
    info: { title: `${brand.name} API`, version: "1" },
    paths: joinPaths(
      submissionPaths(),
      accountPaths(config),
      personPaths(),
      settingsPaths(config),
      paymentPaths(),
      recruitingPaths(config),
      sitePaths(),
    ),
    components: {
      schemas: { [errorSchema]: toSchema(errorBody, "output") },
      securitySchemes: {
        [sessionScheme]: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(config, sessionCookie),
          description: "Set by logging in. Calls that change something must come from our pages.",
        },
      },
    },
  };
}

function describeSubmission(
  collection: string,
  summary: string,
  body: z.ZodType,
  response: z.ZodType,
): Paths {
  return describeEndpoint(submissionEndpoint(collection), {
    summary,
    body: sentJson(body),
    response: json(response),
    status: 201,
    errors: ["invalid", "malformed", "too-large", "too-many"],
  });
}

function submissionPaths(): Paths {
  const extras = Object.values(submissionExtras);
  const { collection } = newsletter;
  return joinPaths(
    ...publicForms.map(({ form }) => {
      const summary = `Save a ${form.collection} record`;
      return describeSubmission(form.collection, summary, formSchema(form, extras), stored);
    }),
    describeSubmission(
      collection,
      "Subscribe to the newsletter",
      signup,
      z.object({ email: text }),
    ),
  );
}

/** Endpoints about the server itself. */
function sitePaths(): Paths {
  const ok = json(z.object({ ok: z.literal(true) }));
  const readiness = schemaOf<Readiness>()(
    z.object({
      ok: z.boolean(),
      checks: z.object({
        read: z.enum(checkResults),
        write: z.enum(checkResults),
        integrity: z.enum(integrityResults),
      }),
    }),
  );
  const page = { "text/html": { schema: { type: "string" } } };
  return joinPaths(
    describeEndpoint(siteEndpoints.docs, {
      summary: "This description, as a page",
      response: page,
    }),
    describeEndpoint(siteEndpoints.document, {
      summary: "This description",
      response: json(z.looseObject({})),
    }),
    describeEndpoint(siteEndpoints.displayPreferences, {
      summary: "Keep one reading setting; the answer sets its cookie",
      body: {
        ...sentJson(preferences),
        "application/x-www-form-urlencoded": { schema: toSchema(preferences, "input") },
      },
      isEmpty: true,
      errors: ["malformed"],
    }),
    describeEndpoint(siteEndpoints.live, { summary: "The process answers", response: ok }),
    describeEndpoint(siteEndpoints.ready, {
      summary: "The database answers too, takes a write, and is not damaged",
      response: json(readiness),
      errors: ["unavailable"],
    }),
  );
}
