import type { FastifyRequest } from "fastify";
import { hasPermission, permissionNames } from "../../../../platform/contract/desk/roles.ts";
import type {
  DeskSessionResponse,
  deskLoginEndpoints,
  LogOutResponse,
} from "../../../../platform/contract/desk/staff.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import type { OpenDeskHandlers } from "../access/desk-endpoint.ts";
import {
  actorOf,
  clearStaffCookie,
  endStaffSessions,
  findStaffSession,
  type StaffSession,
} from "../access/staff-session.ts";
import { countPendingReplies } from "../access/stopped-replies.ts";
import { writeAudit } from "../write-audit.ts";
import { setupHandlers } from "./enroll.ts";
import { readInvitation, sendNewPasswordLink, setPassword } from "./join.ts";
import {
  logInWithCode,
  logInWithPasskey,
  logInWithPassword,
  requestPasskeyLogin,
} from "./log-in.ts";

export function loginHandlers(context: AppContext): OpenDeskHandlers<typeof deskLoginEndpoints> {
  return {
    ...setupHandlers(context),
    session: async ({ request }) => describeSession(await findStaffSession(request, context, true)),
    login: (call) => logInWithPassword(call, context),
    loginCode: (call) => logInWithCode(call, context),
    passkeyOptions: (call) => requestPasskeyLogin(call, context),
    passkeyLogin: (call) => logInWithPasskey(call, context),
    logout: (call) => logOut(call, context),
    forgotPassword: (call) => sendNewPasswordLink(call, context),
    readInvitation: (call) => readInvitation(call, context),
    acceptInvitation: (call) => setPassword(call, context),
  };
}

async function logOut(
  { request, reply }: EndpointRequest,
  context: AppContext,
): Promise<LogOutResponse> {
  const session = await findStaffSession(request, context, true);
  const unsent = session ? await endSession(session, request, context) : 0;
  clearStaffCookie(reply, context);
  return { unsent };
}

/** @returns how many replies are therefore not sent */
function endSession(
  session: StaffSession,
  request: FastifyRequest,
  { database, now }: AppContext,
): Promise<number> {
  return database.write(async (trx) => {
    const because = session.confirmedAt === null ? undefined : "logged-out";
    const unsent = because ? await countPendingReplies(trx, session.staffId) : 0;
    await endStaffSessions(trx, session.staffId, because, { only: session.id });
    const act = { kind: "log-in", what: "Logged out" } as const;
    await writeAudit(trx, actorOf(session, request), act, now());
    return unsent;
  });
}

function describeSession(session: StaffSession | undefined): DeskSessionResponse {
  if (!session) return { state: "signed-out" };
  const { confirmedAt, hasSecondFactor, staffId, name, email, roles } = session;
  if (confirmedAt === null) {
    return hasSecondFactor ? { state: "code-needed", name } : { state: "setup-needed" };
  }
  const permissions = permissionNames.filter((one) => hasPermission(roles, one));
  return { state: "signed-in", person: { id: staffId, name, email, roles, permissions } };
}
