import type { Transaction } from "kysely";
import { z } from "zod";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Actor } from "../../../staff/server/audit/write-audit.ts";
import {
  type webhookEndpoints,
  webhookLimits,
  webhookTopicNames,
} from "../../contract/webhooks.ts";
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

/** Longer addresses get an error of their own. */
const maxTyped = 10 * webhookLimits.url;

const settingsBody = z.strictObject({
  url: z.string().max(maxTyped),
  topics: z.array(z.enum(webhookTopicNames)).max(webhookTopicNames.length),
  includesContents: z.boolean(),
});
const replayBody = z.strictObject({ since: z.iso.datetime() });

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
      const settings = parse(settingsBody, call);
      const made = await change(call, (trx, actor) => addEndpoint(trx, actor, settings, context));
      call.reply.code(201);
      return made;
    },
    change: async (call) => {
      const settings = parse(settingsBody, call);
      await change(call, (trx, actor, id) => changeEndpoint(trx, actor, id, settings, context));
      return {};
    },
    remove: changeOne(removeEndpoint),
    rotate: (call) => change(call, (trx, actor, id) => rotateSecret(trx, actor, id, context)),
    switchOn: changeOne(switchOn),
    switchOff: changeOne(switchOff),
    test: ({ request, session }) => sendTest(context, actorOf(session, request), request.params.id),
    deliveries: async ({ request }) => {
      const query = queryOf(request);
      const { id } = request.params;
      const onlyFailed = query.get("state") === "failed";
      return listDeliveries(database.db, id, query.get("before") ?? "", onlyFailed);
    },
    replayFailed: async (call) => {
      const { request, session } = call;
      const since = Date.parse(parse(replayBody, call).since);
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

/** @throws ApiError "malformed" */
function parse<Body>(schema: z.ZodType<Body>, { request }: DeskRequest): Body {
  const parsed = schema.safeParse(request.body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data;
}
