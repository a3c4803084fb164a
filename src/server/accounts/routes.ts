import type { FastifyInstance } from "fastify";
import { calls, type SessionAnswer } from "../../contract/api.ts";
import type { AppContext } from "../context.ts";
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
    const person = await context.database.db
      .selectFrom("profiles")
      .innerJoin("accounts", "accounts.uid", "profiles.uid")
      .select([
        "profiles.first_name as firstName",
        "profiles.last_name as lastName",
        "profiles.email_address as emailAddress",
        "accounts.support_id as supportId",
      ])
      .where("profiles.uid", "=", session.uid)
      .executeTakeFirstOrThrow();
    return { signedIn: true, uid: session.uid, ...person };
  });
}
