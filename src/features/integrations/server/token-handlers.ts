import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../staff/server/write-audit.ts";
import type { apiTokenEndpoints } from "../contract/api-tokens.ts";
import { emptySandbox } from "./empty-sandbox.ts";
import { auditTarget, listApiTokens, makeApiToken, revokeApiToken } from "./manage-tokens.ts";
import { readSandbox } from "./read-sandbox.ts";

/** Handlers of the API tokens in the settings. `ops tokens` calls the same functions. */
export function apiTokenHandlers(context: AppContext): DeskHandlers<typeof apiTokenEndpoints> {
  const { database, sandbox, now } = context;
  return {
    list: async () => ({
      tokens: await listApiTokens(database.db, now()),
      sandbox: await readSandbox(context),
    }),
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
    emptySandbox: async ({ request, session }) => {
      if (sandbox) await emptySandbox(sandbox, Number.POSITIVE_INFINITY);
      const act = { kind: "change", what: "Emptied the sandbox", target: auditTarget } as const;
      await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
      return {};
    },
  };
}
