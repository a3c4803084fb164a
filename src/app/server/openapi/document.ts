import { z } from "zod";
import { brand } from "../../../brand.ts";
import { customerApiEndpoints } from "../../../features/customers/contract/api.ts";
import { authEndpoints } from "../../../features/customers/contract/auth-endpoints.ts";
import { profile, profileEndpoints } from "../../../features/customers/contract/profile.ts";
import { settingsEndpoints } from "../../../features/customers/contract/settings.ts";
import { sessionCookie } from "../../../features/customers/server/auth/sessions.ts";
import { eventsApiEndpoints } from "../../../features/integrations/contract/events-api.ts";
import { recordsApiEndpoints } from "../../../features/integrations/contract/records-api.ts";
import { webhookPaths } from "../../../features/integrations/server/open-api.ts";
import { caseApiEndpoints } from "../../../features/messages/contract/api.ts";
import { conversationEndpoints } from "../../../features/messages/contract/conversation-endpoints.ts";
import { publicForms } from "../../../features/messages/contract/forms/public-forms.ts";
import { inboundMailEndpoints } from "../../../features/messages/contract/inbound-mail.ts";
import { newsletterApiEndpoints } from "../../../features/newsletter/contract/api.ts";
import { signUpEndpoint } from "../../../features/newsletter/contract/sign-up.ts";
import { paymentEndpoints, stripeWebhook } from "../../../features/payments/contract/payments.ts";
import { recruitingEndpoints } from "../../../features/recruiting/contract/intake-endpoints.ts";
import { trackNames } from "../../../features/recruiting/contract/recruiting-endpoints.ts";
import { requestApiEndpoints } from "../../../features/requests/contract/api.ts";
import { askEndpoints } from "../../../features/requests/contract/ask-endpoints.ts";
import { providerApiEndpoints } from "../../../features/requests/contract/provider-api.ts";
import { twilioEndpoints } from "../../../features/texts/contract/texts.ts";
import type { AnyEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { type ErrorCode, errors } from "../../../platform/contract/errors/errors.ts";
import { submissionEndpoint } from "../../../platform/contract/form-engine/submission.ts";
import { siteEndpoints } from "../../../platform/contract/site.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { cookieName } from "../../../platform/server/http/cookies.ts";
import {
  describeEndpoints,
  errorSchema,
  inboundScheme,
  joinPaths,
  type Paths,
  problemSchema,
  sessionScheme,
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
const errorBody = z.object({
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  message: text,
  fields: z.record(text, text).optional().describe('Messages by field; only with "invalid".'),
  retryAfter: z.number().optional().describe('Seconds to wait; with "too-many", "links-sent".'),
  current: profile.optional().describe('What is stored now; only with "conflict".'),
});

const problem = z.object({
  type: text,
  title: text,
  status: z.int(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  detail: text,
  errors: z
    .array(z.object({ pointer: text, code: text, detail: text, line: z.int().optional() }))
    .describe("Each mistake: where in the body, and in which line of a batch."),
  current: z.unknown().optional().describe("What is stored now; only with 412."),
  oldest: z
    .int()
    .optional()
    .describe("Position of the oldest event that is kept; only with “events-expired”."),
  uid: text.optional().describe("Of who has the email; only with “email-taken”."),
});

/** The endpoints that programs may call, by the heading of the API's page. */
function groupEndpoints(): Readonly<Record<string, readonly AnyEndpoint[]>> {
  const list = (...groups: readonly Readonly<Record<string, AnyEndpoint>>[]) =>
    groups.flatMap((group) => Object.values(group));
  return {
    Forms: [
      ...publicForms.map(({ form }) => submissionEndpoint(form)),
      signUpEndpoint,
      ...list(conversationEndpoints),
    ],
    Accounts: list(authEndpoints),
    "Profile and requests": list(profileEndpoints, askEndpoints),
    Settings: list(settingsEndpoints),
    Payments: [...list(paymentEndpoints), stripeWebhook],
    "Text messages": list(twilioEndpoints),
    "Applications for work": trackNames.flatMap((track) => list(recruitingEndpoints(track))),
    "Requests, for programs": list(requestApiEndpoints),
    "Cases, for programs": list(caseApiEndpoints),
    "Customers, for programs": list(customerApiEndpoints),
    "Records, for programs": list(recordsApiEndpoints, eventsApiEndpoints, inboundMailEndpoints),
    "Providers and newsletter, for programs": list(providerApiEndpoints, newsletterApiEndpoints),
    "The site": list(siteEndpoints),
  };
}

function tagPaths(tag: string, paths: Paths): Paths {
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
  const groups = groupEndpoints();
  const webhooks = "Webhooks";
  return {
    openapi: "3.1.0",
    info: { title: `${brand.name} API`, version: "1" },
    tags: [...Object.keys(groups), webhooks].map((name) => ({ name })),
    paths: joinPaths(
      ...Object.entries(groups).map(([tag, endpoints]) =>
        tagPaths(tag, describeEndpoints(endpoints, config)),
      ),
    ),
    webhooks: tagPaths(webhooks, webhookPaths()),
    components: {
      schemas: {
        [errorSchema]: toSchema(errorBody, "output"),
        [problemSchema]: toSchema(problem, "output"),
      },
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
