import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { webhookEndpoints } from "../../contract/webhooks.ts";
import { listDeliveries, listEndpoints, readDelivery } from "./list-webhooks.ts";
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateSecret,
  switchOff,
  switchOn,
} from "./manage-webhooks.ts";
import { replayDelivery, replayFailed, sendTest } from "./replay.ts";

/** Handlers of the webhooks in the settings. `ops webhooks` calls the same functions. */
export function webhookHandlers(context: AppContext): DeskHandlers<typeof webhookEndpoints> {
  const { database, now, origin } = context;
  const change = <Result>(
    { request, session }: DeskRequest,
    act: (trx: Transaction<Database>, actor: Actor, id: string) => Promise<Result>,
  ) => database.write((trx) => act(trx, actorOf(session, request), request.params.id ?? ""));
  const changeOne = (act: typeof switchOn) => async (call: DeskRequest) => {
    await change(call, (trx, actor, id) => act(trx, actor, id, context));
    return {};
  };
  return {
    list: async () => ({ endpoints: await listEndpoints(database.db, now()) }),
    add: async (call) => {
      const made = await change(call, (trx, actor) => addEndpoint(trx, actor, call.body, context));
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
    test: ({ request, session }) => sendTest(context, actorOf(session, request), request.params.id),
    deliveries: ({ request, query: { before, state } }) =>
      listDeliveries(database.db, request.params.id, before, state === "failed"),
    replayFailed: async ({ request, session, body }) => {
      const since = Date.parse(body.since);
      const actor = actorOf(session, request);
      return { count: await replayFailed(database, actor, request.params.id, since, now()) };
    },
    delivery: async ({ request }) => {
      const found = await readDelivery(database.db, request.params.id, origin());
      if (!found) throw new ApiError("not-found");
      return found;
    },
    replay: async ({ request, session }) => {
      await replayDelivery(database, actorOf(session, request), request.params.id, now());
      return {};
    },
  };
}
