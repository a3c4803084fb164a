import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { inSandbox } from "../../../../platform/server/sandbox.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { webhookEndpoints } from "../../contract/webhooks.ts";
import { listDeliveries, readDelivery } from "./list-webhooks.ts";
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateSecret,
  switchOff,
  switchOn,
} from "./manage-webhooks.ts";
import { replayDelivery, replayFailed, sendTest } from "./replay.ts";
import { changeIn, listAllEndpoints, spaceOf } from "./webhook-space.ts";

/** Handlers of the webhooks in the settings. `ops webhooks` calls the same functions. */
export function webhookHandlers(context: AppContext): DeskHandlers<typeof webhookEndpoints> {
  const { now, origin } = context;
  const actorIn = ({ request, session }: DeskRequest) => actorOf(session, request);
  const idOf = ({ request }: DeskRequest) => request.params.id ?? "";
  /** Changes an endpoint where it is. */
  const inSpace = async <Result>(
    call: DeskRequest,
    change: (space: AppContext) => Promise<Result>,
    table: Parameters<typeof spaceOf>[1] = "webhook_endpoints",
  ) => changeIn(context, await spaceOf(context, table, idOf(call)), change);
  const change = <Result>(
    call: DeskRequest,
    act: (trx: Transaction<Database>, actor: Actor, id: string) => Promise<Result>,
  ) =>
    inSpace(call, ({ database }) => database.write((trx) => act(trx, actorIn(call), idOf(call))));
  const changeOne = (act: typeof switchOn) => async (call: DeskRequest) => {
    await change(call, (trx, actor, id) => act(trx, actor, id, context));
    return {};
  };
  return {
    list: async () => ({ endpoints: await listAllEndpoints(context) }),
    add: async (call) => {
      const space = call.body.isTest ? await inSandbox(context) : context;
      const made = await changeIn(context, space, ({ database }) =>
        database.write((trx) => addEndpoint(trx, actorIn(call), call.body, context)),
      );
      call.reply.code(201);
      return made;
    },
    change: async (call) => {
      await change(call, (trx, actor, id) => changeEndpoint(trx, actor, id, call.body, context));
      return {};
    },
    remove: changeOne(removeEndpoint),
    rotate: (call) => change(call, (trx, actor, id) => rotateSecret(trx, actor, id, context)),
    switchOn: changeOne(switchOn),
    switchOff: changeOne(switchOff),
    test: (call) => inSpace(call, (space) => sendTest(space, actorIn(call), idOf(call))),
    deliveries: async (call) => {
      const { before, state } = call.query;
      const { database } = await spaceOf(context, "webhook_endpoints", idOf(call));
      return listDeliveries(database.db, idOf(call), before, state === "failed");
    },
    replayFailed: async (call) => {
      const since = Date.parse(call.body.since);
      const count = await inSpace(call, ({ database }) =>
        replayFailed(database, actorIn(call), idOf(call), since, now()),
      );
      return { count };
    },
    delivery: async (call) => {
      const { database } = await spaceOf(context, "webhook_deliveries", idOf(call));
      const found = await readDelivery(database.db, idOf(call), origin());
      if (!found) throw new ApiError("not-found");
      return found;
    },
    replay: async (call) => {
      await inSpace(
        call,
        ({ database }) => replayDelivery(database, actorIn(call), idOf(call), now()),
        "webhook_deliveries",
      );
      return {};
    },
  };
}
