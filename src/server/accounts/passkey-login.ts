import type { FastifyInstance } from "fastify";
import { calls, type LoginAnswer } from "../../contract/api.ts";
import { paths } from "../../contract/paths.ts";
import type { AppContext } from "../context.ts";
import { requireOwnSite } from "../http/same-site.ts";
import { askForPasskey, provePasskey } from "./passkeys.ts";
import { giveSession, prepareSession } from "./sessions.ts";

/** Signing in with a passkey: the browser finds out which, the person types nothing. */
export function registerPasskeyLogin(app: FastifyInstance, context: AppContext): void {
  app.post(`${calls.passkeyLogin}/options`, async (request, reply) => {
    requireOwnSite(request, context.config);
    reply.header("cache-control", "no-store");
    return askForPasskey(request, reply, context, "passkey-login", null);
  });

  app.post(calls.passkeyLogin, async (request, reply): Promise<LoginAnswer> => {
    requireOwnSite(request, context.config);
    reply.header("cache-control", "no-store");
    const proven = await provePasskey(request, reply, context, "passkey-login", null, request.body);
    const session = prepareSession(request, context);
    await context.database.write(async (trx) => {
      await proven.use(trx);
      await session.store(trx, proven.uid);
    });
    giveSession(reply, context, session.token);
    return { state: "signed-in", next: paths.profile };
  });
}
