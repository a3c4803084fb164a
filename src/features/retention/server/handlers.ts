import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../staff/server/write-audit.ts";
import type { retentionEndpoints } from "../contract/retention.ts";
import { describeRetention, readRules, replaceRules } from "./rules.ts";

export function retentionHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof retentionEndpoints> {
  const { db } = database;
  return {
    read: async () => describeRetention(db, await readRules(db), now()),
    preview: ({ body }) => describeRetention(db, body.rules, now()),
    save: async ({ request, session, body: { rules } }) => {
      await database.write(async (trx) => {
        for (const what of await replaceRules(trx, rules)) {
          const act = { kind: "change", what, target: "Retention" } as const;
          await writeAudit(trx, actorOf(session, request), act, now());
        }
      });
      return describeRetention(db, rules, now());
    },
  };
}
