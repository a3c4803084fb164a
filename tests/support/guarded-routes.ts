import type { FastifyInstance } from "fastify";
import { calls, picturesPath } from "../../src/contract/api.ts";
import { confirmByPasswordCall, notMyAccountCall } from "../../src/contract/forms/confirm-email.ts";
import { listRoutes, type Route } from "./list-routes.ts";

/** Calls that need nobody signed in; every other one below these addresses does. */
const open: ReadonlySet<string> = new Set([
  calls.createAccount,
  calls.login,
  calls.loginCode,
  calls.passkeyLogin,
  `${calls.passkeyLogin}/options`,
  calls.session,
  calls.forgotPassword,
  calls.resetPassword,
  calls.confirmEmail,
  confirmByPasswordCall,
  notMyAccountCall,
]);

/** Every route that only somebody signed in may use. */
export async function listGuarded(app: FastifyInstance): Promise<Route[]> {
  return (await listRoutes(app)).filter(
    ({ url }) =>
      (url.startsWith("/api/portal/") ||
        url.startsWith(picturesPath) ||
        url === calls.createStripeAccount) &&
      !open.has(url),
  );
}
