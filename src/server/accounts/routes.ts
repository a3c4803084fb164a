import type { FastifyInstance } from "fastify";
import { calls, type SessionAnswer } from "../../contract/api.ts";
import type { AppContext } from "../context.ts";
import { findKnownPerson } from "./known-person.ts";
import { endSessions, findSession, forgetSession, requireSession } from "./sessions.ts";

/** Logging out, and who is signed in. */
export function registerAccounts(app: FastifyInstance, context: AppContext): void {
  app.post(calls.logout, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    await context.database.write((trx) => endSessions(trx, session.uid, { only: session.id }));
    forgetSession(reply, context);
    return {};
  });

  app.get(calls.session, async (request, reply): Promise<SessionAnswer> => {
    reply.header("cache-control", "no-store");
    const session = await findSession(request, context, reply);
    if (!session) return { signedIn: false };
    const person = await findKnownPerson(context.database.db, session.uid);
    return { signedIn: true, uid: session.uid, ...person };
  });
}
