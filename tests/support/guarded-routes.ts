import type { FastifyInstance } from "fastify";
import { endpoints, picturesPath } from "../../src/contract/endpoints/endpoints.ts";
import { confirmByPasswordCall, notMyAccountCall } from "../../src/contract/forms/confirm-email.ts";
import { listRoutes, type Route } from "./list-routes.ts";

/** Calls that need nobody signed in; every other one below these addresses does. */
const open: ReadonlySet<string> = new Set([
  endpoints.createAccount,
  endpoints.login,
  endpoints.loginCode,
  endpoints.passkeyLogin,
  `${endpoints.passkeyLogin}/options`,
  endpoints.session,
  endpoints.forgotPassword,
  endpoints.resetPassword,
  endpoints.confirmEmail,
  confirmByPasswordCall,
  notMyAccountCall,
]);

/** Every route that only somebody signed in may use. */
export async function listGuarded(app: FastifyInstance): Promise<Route[]> {
  return (await listRoutes(app)).filter(
    ({ url }) =>
      (url.startsWith("/api/portal/") ||
        url.startsWith(picturesPath) ||
        url === endpoints.createStripeAccount) &&
      !open.has(url),
  );
}
