import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints/endpoints.ts";
import { endSessions, requireSession } from "../../auth/accounts/sessions.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";

/**
 * Signing out other devices. Nothing to prove first: it only takes rights away, and
 * whoever fears a stranger wants it at once.
 */
export function registerDevices(app: FastifyInstance, context: AppContext): void {
  app.delete(endpoints.devices, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    await context.database.write((trx) => endSessions(trx, session.uid, { except: session.id }));
    return {};
  });

  app.delete<{ Params: { id: string } }>(`${endpoints.devices}/:id`, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    const { id } = request.params;
    // The device at hand has a log-out of its own, which also takes its cookie.
    if (id === session.id) throw new ApiError("not-found");
    const ended = await context.database.write((trx) =>
      trx
        .deleteFrom("sessions")
        .where("id", "=", id)
        .where("uid", "=", session.uid)
        .executeTakeFirst(),
    );
    if (ended.numDeletedRows !== 1n) throw new ApiError("not-found");
    return {};
  });
}
