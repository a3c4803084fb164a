import type { FastifyInstance, FastifyRequest } from "fastify";
import { paths } from "../../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../../platform/server/app-context.ts";
import {
  type Counter,
  countAttempt,
  refundAttempt,
} from "../../../../../platform/server/credentials/throttles.ts";
import { registerEndpoint } from "../../../../../platform/server/http/register-endpoint.ts";
import { authExtras, safeNext } from "../../../contract/auth.ts";
import { authEndpoints } from "../../../contract/auth-endpoints.ts";
import { findDeviceAccount, hashAnyDevice, setDeviceCookie } from "../device-cookie.ts";
import { prepareSession } from "../new-session.ts";
import { setSessionCookie } from "../sessions.ts";
import { customerPasskeys } from "./passkeys.ts";

/** Signing in with a passkey: the browser finds it, the person types nothing. */
export function registerPasskeyLogin(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, authEndpoints.passkeyOptions, context, async (call) => {
    await countAttempt(context, [counterOf(call.request, context)]);
    return customerPasskeys.request(call, "passkey-login", null, context);
  });

  registerEndpoint(app, authEndpoints.passkeyLogin, context, async (call) => {
    const { request, reply, body } = call;
    const sent = { kind: "passkey-login", owner: null, sent: body } as const;
    const verified = await customerPasskeys.verify(call, sent, context);
    if (!verified) throw new ApiError("passkey-refused");
    const session = prepareSession(request, context, "passkey");
    const account = await context.database.write(async (trx) => {
      await verified.use(trx);
      await refundAttempt(trx, counterOf(request, context));
      await session.store(trx, verified.owner);
      return findDeviceAccount(trx, verified.owner);
    });
    setSessionCookie(reply, context, session.token);
    if (account) setDeviceCookie(request, reply, context, account);
    const { [authExtras.next]: next } = body as Readonly<Record<string, unknown>>;
    const requested = typeof next === "string" ? safeNext(next) : undefined;
    return { state: "signed-in" as const, next: requested ?? paths.profile };
  });
}

/** Counts challenges, which is enough, since every response needs one. */
function counterOf(request: FastifyRequest, context: AppContext): Counter {
  const browser = hashAnyDevice(request, context);
  return browser === undefined
    ? { limit: "passkeyAddress", hash: context.clientKeys.hashAddress(request) }
    : { limit: "passkeyBrowser", hash: browser };
}
