import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import { recordEvent } from "../../staff/server/record-event.ts";
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
        const by = {
          actor: actorOf(session, request),
          audit: "change",
          target: "Retention",
        } as const;
        for (const changed of await replaceRules(trx, rules)) {
          await recordEvent(trx, { ...changed, ...by }, now());
        }
      });
      return describeRetention(db, rules, now());
    },
  };
}
