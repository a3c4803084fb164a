import type { FastifyInstance } from "fastify";
import { authEndpoints } from "../../src/contract/endpoints/auth.ts";
import {
  type AnyEndpoint,
  deskApiPath,
  readEndpoint,
} from "../../src/contract/endpoints/define-endpoint.ts";
import { paymentEndpoints, stripeWebhook } from "../../src/contract/endpoints/payments.ts";
import { profileEndpoints } from "../../src/contract/endpoints/profile.ts";
import { recordsApiEndpoints } from "../../src/contract/endpoints/records-api.ts";
import { recruitingEndpoints, trackNames } from "../../src/contract/endpoints/recruiting.ts";
import { settingsEndpoints } from "../../src/contract/endpoints/settings.ts";
import { siteEndpoints } from "../../src/contract/endpoints/site.ts";
import { newsletter } from "../../src/contract/forms/newsletter.ts";
import { publicForms } from "../../src/contract/forms/public-forms.ts";
import { submissionEndpoint, submissionPath } from "../../src/contract/forms/submission.ts";
import { listRoutes, type Route } from "./list-routes.ts";

/** Every endpoint that the contract defines. */
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
  // The desk has its own test: src/server/desk/access/desk-access.test.ts.
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
