import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import type { apiTokenEndpoints } from "../contract/api-tokens.ts";
import { listApiTokens, makeApiToken, revokeApiToken } from "./manage-tokens.ts";

/** Handlers of the API tokens in the settings. `ops tokens` calls the same functions. */
export function apiTokenHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof apiTokenEndpoints> {
  return {
    list: async () => ({ tokens: await listApiTokens(database.db, now()) }),
    make: async ({ request, reply, session, body }) => {
      const actor = actorOf(session, request);
      const made = await database.write((trx) => makeApiToken(trx, actor, body, now()));
      reply.code(201);
      return made;
    },
    revoke: async ({ request, session }) => {
      const actor = actorOf(session, request);
      await database.write((trx) => revokeApiToken(trx, actor, request.params.id, now()));
      return {};
    },
  };
}
