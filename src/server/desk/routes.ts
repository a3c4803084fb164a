import type { FastifyInstance } from "fastify";
import { hasPermission, permissionNames } from "../../contract/desk/roles.ts";
import { type DeskSessionResponse, deskAuthEndpoints } from "../../contract/desk/staff.ts";
import type { AppContext } from "../context/app-context.ts";
import { hours } from "../platform/durations.ts";
import { registerJobs } from "../platform/jobs/jobs.ts";
import { registerOpenDeskEndpoint } from "./access/desk-endpoint.ts";
import {
  actorOf,
  clearStaffCookie,
  endStaffSessions,
  findStaffSession,
  type StaffSession,
  sweepStaffSessions,
} from "./access/staff-session.ts";
import { writeAudit } from "./audit/write-audit.ts";
import { registerAudit } from "./audit-log/routes.ts";
import { registerCaseJobs } from "./inbox/case-jobs.ts";
import { registerInbox } from "./inbox/routes.ts";
import { registerSetup } from "./sign-in/enroll.ts";
import { registerJoining } from "./sign-in/join.ts";
import { registerDeskLogin } from "./sign-in/log-in.ts";
import { registerOwnSignIn } from "./sign-in/own-sign-in.ts";
import { registerDeskReauth } from "./sign-in/reauth.ts";
import { registerStaff } from "./staff/routes.ts";

const sweepEveryMs = hours(1);

/** The staff desk: everything below /api/desk. */
export function registerDesk(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context;
  registerOpenDeskEndpoint(app, deskAuthEndpoints.session, context, async ({ request }) => {
    const session = await findStaffSession(request, context, true);
    return describeSession(session);
  });

  registerOpenDeskEndpoint(app, deskAuthEndpoints.logout, context, async ({ request, reply }) => {
    const session = await findStaffSession(request, context, true);
    if (session) {
      await database.write(async (trx) => {
        await endStaffSessions(trx, session.staffId, { only: session.id });
        const act = { kind: "log-in", what: "Logged out" } as const;
        await writeAudit(trx, actorOf(session, request), act, now());
      });
    }
    clearStaffCookie(reply, context);
    return {};
  });

  registerInbox(app, context);
  registerCaseJobs(app, context);
  registerDeskLogin(app, context);
  registerJoining(app, context);
  registerSetup(app, context);
  registerDeskReauth(app, context);
  registerOwnSignIn(app, context);
  registerStaff(app, context);
  registerAudit(app, context);

  const times = { everyMs: sweepEveryMs, firstAfterMs: sweepEveryMs };
  registerJobs(app, context, [
    {
      name: "staff-sweep",
      ...times,
      run: () => database.write((trx) => sweepStaffSessions(trx, now())),
    },
  ]);
}

/** What the desk's pages need to know of a session. */
function describeSession(session: StaffSession | undefined): DeskSessionResponse {
  if (!session) return { state: "signed-out" };
  const { confirmedAt, hasSecondFactor, staffId, name, email, roles } = session;
  if (confirmedAt === null) {
    return hasSecondFactor ? { state: "code-needed", name } : { state: "setup-needed" };
  }
  const permissions = permissionNames.filter((one) => hasPermission(roles, one));
  return { state: "signed-in", person: { id: staffId, name, email, roles, permissions } };
}
