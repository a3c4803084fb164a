import { z } from "zod";
import { brand } from "../../../brand.ts";
import type { ProfileResponse } from "../../../features/customers/contract/profile.ts";
import { sessionCookie } from "../../../features/customers/server/auth/accounts/sessions.ts";
import { accountPaths } from "../../../features/customers/server/auth/open-api.ts";
import { personPaths, profileSchema } from "../../../features/customers/server/profile/open-api.ts";
import { settingsPaths } from "../../../features/customers/server/settings/open-api.ts";
import { recordsApiEndpoints } from "../../../features/integrations/contract/records-api.ts";
import { webhookPaths } from "../../../features/integrations/server/open-api.ts";
import {
  conversationActs,
  conversationEndpoints,
  conversationNames,
} from "../../../features/messages/contract/conversations.ts";
import { messageForm } from "../../../features/messages/contract/forms/message.ts";
import { publicForms } from "../../../features/messages/contract/forms/public-forms.ts";
import {
  type InboundMailResponse,
  inboundMailEndpoints,
} from "../../../features/messages/contract/inbound-mail.ts";
import { newsletter } from "../../../features/newsletter/contract/newsletter.ts";
import { paymentPaths } from "../../../features/payments/server/open-api.ts";
import { recruitingPaths } from "../../../features/recruiting/server/open-api.ts";
import { displayClasses } from "../../../platform/contract/endpoints/display-preferences.ts";
import { siteEndpoints } from "../../../platform/contract/endpoints/site.ts";
import {
  type ErrorBody,
  type ErrorCode,
  errors,
} from "../../../platform/contract/errors/errors.ts";
import {
  type SubmissionResponse,
  submissionEndpoint,
  submissionExtras,
} from "../../../platform/contract/form-engine/submission.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { cookieName } from "../../../platform/server/http/cookies.ts";
import {
  checkResults,
  integrityResults,
  type Readiness,
} from "../../../platform/server/http/readiness.ts";
import { formSchema } from "../../../platform/server/openapi/form-schemas.ts";
import {
  bytes,
  describeEndpoint,
  describeEndpoints,
  errorSchema,
  inboundScheme,
  joinPaths,
  json,
  type Paths,
  schemaOf,
  sentJson,
  sessionScheme,
  textParameter,
  tokenScheme,
  toSchema,
} from "../../../platform/server/openapi/operations.ts";

/** The subset of an OpenAPI 3.1 document that this API uses. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Paths;
  /** Requests that we send, by event. */
  readonly webhooks: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const text = z.string();
const stored = schemaOf<SubmissionResponse>()(z.object({ id: text, reference: text }));
const errorBody = schemaOf<Omit<ErrorBody, "current"> & { readonly current?: ProfileResponse }>()(
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

const tags = [
  "Forms",
  "Accounts",
  "Profile and requests",
  "Settings",
  "Payments",
  "Applications for work",
  "Records for programs",
  "Webhooks",
  "The site",
] as const;

function tagPaths(tag: (typeof tags)[number], paths: Paths): Paths {
  const entries = Object.entries(paths).map(([address, methods]) => {
    const tagged = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, tags: [tag] },
    ]);
    return [address, Object.fromEntries(tagged)];
  });
  return Object.fromEntries(entries);
}

/**
 * Describes every endpoint from the definitions that also register the routes.
 * @param config determines the names of cookies
 */
export function describeApi(config: Config): ApiDescription {
  return {
    openapi: "3.1.0",
    info: { title: `${brand.name} API`, version: "1" },
    tags: tags.map((name) => ({ name })),
    paths: joinPaths(
      tagPaths("Forms", joinPaths(submissionPaths(), messagePaths())),
      tagPaths("Accounts", accountPaths(config)),
      tagPaths("Profile and requests", personPaths()),
      tagPaths("Settings", settingsPaths(config)),
      tagPaths("Payments", paymentPaths()),
      tagPaths("Applications for work", recruitingPaths(config)),
      tagPaths(
        "Records for programs",
        joinPaths(describeEndpoints(recordsApiEndpoints, config), inboundPaths()),
      ),
      tagPaths("The site", sitePaths()),
    ),
    webhooks: tagPaths("Webhooks", webhookPaths()),
    components: {
      schemas: { [errorSchema]: toSchema(errorBody, "output") },
      securitySchemes: {
        [sessionScheme]: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(config, sessionCookie),
          description:
            "Set by logging in. Requests that change something must come from our pages.",
        },
        [tokenScheme]: {
          type: "http",
          scheme: "bearer",
          description: "A token that an admin made at the desk: Settings, API tokens.",
        },
        [inboundScheme]: {
          type: "http",
          scheme: "bearer",
          description: "The token of the server's setting INBOUND_MAIL_TOKEN.",
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

function messagePaths(): Paths {
  const { act } = conversationNames;
  const body = z.strictObject({
    [act]: z.enum(conversationActs).optional().describe("Which button; a message by default."),
    ...Object.fromEntries(
      messageForm.fields.map(({ name }) => [name, text.optional().describe("With a message.")]),
    ),
    [submissionExtras.key]: text.optional().describe("The same again: the same message."),
    [submissionExtras.honeypot]: text.optional(),
  });
  return describeEndpoint(conversationEndpoints.act, {
    summary: "Add to a message, say that it is solved, or take it back",
    parameters: [textParameter("token", "path", "Of the personal link in our emails.")],
    body: { "application/x-www-form-urlencoded": { schema: toSchema(body, "input") } },
    isPage: true,
    errors: ["invalid", "not-found", "malformed", "too-large", "too-many", "unsupported-type"],
  });
}

function inboundPaths(): Paths {
  const received = schemaOf<InboundMailResponse>()(
    z.object({ state: z.enum(["added", "ignored"]), reason: text }),
  );
  return describeEndpoint(inboundMailEndpoints.receive, {
    summary: "Hand in an email that answers one of ours",
    body: bytes("message/rfc822"),
    response: json(received),
    status: 201,
    errors: ["cross-site", "malformed", "too-large"],
  });
}

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
      summary: "Get this page",
      response: page,
    }),
    describeEndpoint(siteEndpoints.document, {
      summary: "Get the OpenAPI document",
      response: json(z.looseObject({})),
    }),
    describeEndpoint(siteEndpoints.displayPreferences, {
      summary: "Save a reading setting in its cookie",
      body: {
        ...sentJson(preferences),
        "application/x-www-form-urlencoded": { schema: toSchema(preferences, "input") },
      },
      isEmpty: true,
      errors: ["malformed"],
    }),
    describeEndpoint(siteEndpoints.live, {
      summary: "Liveness: the process responds",
      response: ok,
    }),
    describeEndpoint(siteEndpoints.ready, {
      summary: "Readiness: the database can be read and written and is not damaged",
      response: json(readiness),
      errors: ["unavailable"],
    }),
  );
}
