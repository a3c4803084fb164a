import type { Transaction } from "kysely";
import { readRole, type StaffRole } from "../../../../platform/contract/desk/roles.ts";
import type { staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import type { Empty } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { listColleagues, listStaff } from "./list-staff.ts";
import {
  changeRoles,
  disableStaff,
  enableStaff,
  inviteAgain,
  inviteStaff,
  resetSecondFactor,
  type StaffManager,
  withdrawInvitation,
} from "./manage-staff.ts";

/** Handlers of managing staff in the settings. `ops staff` calls the same functions. */
export function staffHandlers(context: AppContext): DeskHandlers<typeof staffEndpoints> {
  const { db } = context.database;
  const change = <Result>(
    { request, session }: DeskRequest,
    act: (trx: Transaction<Database>, by: StaffManager) => Promise<Result>,
  ) =>
    context.database.write((trx) =>
      act(trx, { actor: actorOf(session, request), sessionId: session.id }),
    );
  const changeOne =
    (act: typeof disableStaff) =>
    async (call: DeskRequest): Promise<Empty> => {
      await change(call, (trx, by) => act(trx, by, call.request.params.id, context));
      return {};
    };
  return {
    list: async () => ({ staff: await listStaff(db) }),
    colleagues: async () => ({ colleagues: await listColleagues(db) }),
    invite: async (call) => {
      const { name, email, roles } = readBody(call);
      if (typeof name !== "string" || typeof email !== "string") throw new ApiError("malformed");
      const invited = { name, email, roles: readRoleList(roles) };
      const link = await change(call, (trx, by) => inviteStaff(trx, by, invited, context));
      call.reply.code(201);
      return { link };
    },
    inviteAgain: async (call) => {
      const { id } = call.request.params;
      return { link: await change(call, (trx, by) => inviteAgain(trx, by, id, context)) };
    },
    changeRoles: async (call) => {
      const roles = readRoleList(readBody(call).roles);
      const { id } = call.request.params;
      await change(call, (trx, by) => changeRoles(trx, by, id, roles, context));
      return {};
    },
    withdrawInvitation: changeOne(withdrawInvitation),
    disable: changeOne(disableStaff),
    enable: changeOne(enableStaff),
    resetSecondFactor: changeOne(resetSecondFactor),
  };
}

function readBody({ request }: DeskRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (typeof body !== "object" || body === null) throw new ApiError("malformed");
  return body as Readonly<Record<string, unknown>>;
}

/** @throws ApiError "malformed" for anything but names of roles */
function readRoleList(sent: unknown): StaffRole[] {
  if (!Array.isArray(sent)) throw new ApiError("malformed");
  return sent.map((one) => {
    const role = readRole(one);
    if (!role) throw new ApiError("malformed");
    return role;
  });
}
