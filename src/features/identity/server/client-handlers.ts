import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import type { appEndpoints } from "../contract/apps.ts";
import { addClient, listClients, removeClient } from "./clients.ts";
import { issuerOf } from "./provider/issuer.ts";

/** Handlers of the apps in the settings. `ops clients` calls the same functions. */
export function appHandlers(context: AppContext): DeskHandlers<typeof appEndpoints> {
  const { config, database, now } = context;
  return {
    list: async () => ({ apps: await listClients(database.db), issuer: issuerOf(context) }),
    add: async ({ request, reply, session, body }) => {
      const by = { actor: actorOf(session, request), config, now: now() };
      const id = await database.write((trx) => addClient(trx, body, by));
      reply.code(201);
      return { id };
    },
    remove: async ({ request, session }) => {
      const by = { actor: actorOf(session, request), now: now() };
      await database.write((trx) => removeClient(trx, request.params.id, by));
      return {};
    },
  };
}
