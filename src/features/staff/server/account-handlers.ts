import type { Transaction } from "kysely";
import type { Empty } from "../../../platform/contract/define-endpoint.ts";
import type { staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "./access/desk-endpoint.ts";
import { actorOf } from "./access/staff-session.ts";
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
      const link = await change(call, (trx, by) => inviteStaff(trx, by, call.body, context));
      call.reply.code(201);
      return { link };
    },
    inviteAgain: async (call) => {
      const { id } = call.request.params;
      return { link: await change(call, (trx, by) => inviteAgain(trx, by, id, context)) };
    },
    changeRoles: async (call) => {
      const changed = { id: call.request.params.id, roles: call.body.roles };
      await change(call, (trx, by) => changeRoles(trx, by, changed, context));
      return {};
    },
    withdrawInvitation: changeOne(withdrawInvitation),
    disable: changeOne(disableStaff),
    enable: changeOne(enableStaff),
    resetSecondFactor: changeOne(resetSecondFactor),
  };
}
