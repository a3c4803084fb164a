import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { endOwnApp } from "../../../identity/server/own-apps.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { endSessions } from "../auth/sessions.ts";

/**
 * Logging out other devices, and apps. Needs no reauthentication: it only removes access, and people who
 * suspect an intruder need it immediately.
 */
export function registerDevices(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.removeDevices, context, async ({ session }) => {
    await context.database.write((trx) => endSessions(trx, session.uid, { except: session.id }));
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.removeDevice, context, async (call) => {
    const { request, session } = call;
    const { id } = request.params;
    // The current device uses the logout endpoint, which also deletes its cookie.
    if (id === session.id) throw new ApiError("not-found");
    const ended = await context.database.write((trx) =>
      endSessions(trx, session.uid, { only: id }),
    );
    if (ended !== 1) throw new ApiError("not-found");
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.removeApp, context, async ({ request, session }) => {
    const isEnded = await endOwnApp(context, session.uid, request.params.id);
    if (!isEnded) throw new ApiError("not-found");
    return {};
  });
}
