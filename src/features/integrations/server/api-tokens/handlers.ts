import { z } from "zod";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import {
  apiScopeNames,
  type apiTokenEndpoints,
  tokenDays,
  tokenLimits,
} from "../../contract/api-tokens.ts";
import { listApiTokens, makeApiToken, revokeApiToken } from "./manage-tokens.ts";

/** Longer names get an error of their own. */
const maxTyped = 10 * tokenLimits.name;

const makeBody = z.strictObject({
  name: z.string().max(maxTyped).refine(isStorableText),
  scopes: z.array(z.enum(apiScopeNames)).max(apiScopeNames.length),
  days: z.literal([...tokenDays]),
});

/** Handlers of the API tokens in the settings. `ops tokens` calls the same functions. */
export function apiTokenHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof apiTokenEndpoints> {
  return {
    list: async () => ({ tokens: await listApiTokens(database.db, now()) }),
    make: async ({ request, reply, session }) => {
      const parsed = makeBody.safeParse(request.body);
      if (!parsed.success) throw new ApiError("malformed");
      const actor = actorOf(session, request);
      const made = await database.write((trx) => makeApiToken(trx, actor, parsed.data, now()));
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
