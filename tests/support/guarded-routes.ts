import type { FastifyInstance } from "fastify";
import { authEndpoints } from "../../src/features/customers/contract/auth-endpoints.ts";
import { profileEndpoints } from "../../src/features/customers/contract/profile.ts";
import { settingsEndpoints } from "../../src/features/customers/contract/settings.ts";
import { recordsApiEndpoints } from "../../src/features/integrations/contract/records-api.ts";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import { newsletter } from "../../src/features/newsletter/contract/newsletter.ts";
import { paymentEndpoints, stripeWebhook } from "../../src/features/payments/contract/payments.ts";
import {
  recruitingEndpoints,
  trackNames,
} from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import {
  type AnyEndpoint,
  deskApiPath,
  readEndpoint,
} from "../../src/platform/contract/endpoints/define-endpoint.ts";
import { siteEndpoints } from "../../src/platform/contract/endpoints/site.ts";
import {
  submissionEndpoint,
  submissionPath,
} from "../../src/platform/contract/form-engine/submission.ts";
import { listRoutes, type Route } from "./list-routes.ts";

const everyEndpoint: readonly AnyEndpoint[] = [
  ...[authEndpoints, profileEndpoints, settingsEndpoints, paymentEndpoints, siteEndpoints].flatMap(
    (group) => Object.values<AnyEndpoint>(group),
  ),
  ...trackNames.flatMap((track) => Object.values<AnyEndpoint>(recruitingEndpoints(track))),
  ...publicForms.map(({ form }) => submissionEndpoint(form.collection)),
  submissionEndpoint(newsletter.collection),
  stripeWebhook,
  ...Object.values<AnyEndpoint>(recordsApiEndpoints),
];

const permissions = new Map(
  everyEndpoint
    .map(readEndpoint)
    .map(({ method, path, permission }) => [`${method} ${path}`, permission]),
);

/**
 * Every route whose endpoint requires a session.
 * @throws Error for an API route without an endpoint definition
 */
export async function listGuarded(app: FastifyInstance): Promise<Route[]> {
  // The desk has its own test: src/features/staff/server/access/desk-access.test.ts.
  const routes = (await listRoutes(app)).filter(
    ({ url }) =>
      url.startsWith("/api/") && !url.startsWith(deskApiPath) && url !== submissionPath("*"),
  );
  return routes.filter(({ method, url }) => {
    const permission = permissions.get(`${method} ${url}`);
    if (permission === undefined)
      throw new Error(`No endpoint is defined for ${method} ${url}: list its group in this file.`);
    return permission === "session" || permission === "recent-session";
  });
}
