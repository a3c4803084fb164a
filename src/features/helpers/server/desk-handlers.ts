import { sql } from "kysely";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { recordAct } from "../../customers/server/accounts/acting.ts";
import { requirePassedCheck } from "../../customers/server/desk/check-state.ts";
import { findCustomer } from "../../customers/server/desk/read-customer.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import type { DeskHelper, helperDeskEndpoints } from "../contract/desk.ts";
import type { Parts } from "../contract/helpers.ts";
import { helpParts, relationOf } from "../contract/helpers.ts";
import { endHelp, lockHelp } from "./people/change-help.ts";
import { invalid, invite } from "./people/invite.ts";
import { partsOf } from "./people/read-helpers.ts";

/** Handlers of what staff see and do about a customer's helpers. */
export function helperDeskHandlers(context: AppContext): DeskHandlers<typeof helperDeskEndpoints> {
  const { database, now } = context;
  return {
    list: ({ request }) => listForDesk(request.params.id, context),
    invite: async ({ request, session, body }) => {
      const parts = Object.fromEntries(helpParts.map((part) => [part, body[part] === "on"]));
      if (!helpParts.some((part) => parts[part])) {
        throw invalid("requests", "Choose at least one thing that they can do.");
      }
      const of = { uid: request.params.id, staffId: session.staffId };
      const by = actorOf(session, request);
      const { name, relation, email } = body;
      const code = await database.write(async (trx) => {
        await requirePassedCheck(trx, of, now());
        const account = await findCustomer(trx, of.uid);
        await recordAct({ trx, account, by, now: now() }, "helper-invited");
        const given = { name, relation: relationOf(relation), email, parts: parts as Parts };
        const invited = await invite(trx, { uid: of.uid, by: by.name, ...given }, context);
        return invited.code;
      });
      return { code: code ?? null };
    },
    end: async ({ request, session }) => {
      const by = actorOf(session, request);
      await database.write(async (trx) => {
        const row = await lockHelp(trx, request.params.id);
        const account = await findCustomer(trx, row.uid);
        await recordAct({ trx, account, by, now: now() }, "helper-ended");
        await endHelp(trx, row, "staff", context);
      });
      return {};
    },
  };
}

async function listForDesk(
  uid: string,
  { database: { db }, now }: AppContext,
): Promise<readonly DeskHelper[]> {
  const rows = await db
    .selectFrom("helpers")
    .selectAll()
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .where(({ or, eb }) => or([eb("until_at", "is", null), eb("until_at", ">", now())]))
    .orderBy("id")
    .execute();
  const acts = await db
    .selectFrom("helper_acts")
    .select(["helper_id", sql<number>`count(*)`.as("count")])
    .select(({ fn }) => fn.max("at").as("last"))
    .where("helper_id", "in", ["", ...rows.map(({ id }) => id)])
    .groupBy("helper_id")
    .execute();
  return rows.map((row) => {
    const own = acts.find((one) => one.helper_id === row.id);
    const parts = partsOf(row);
    return {
      id: row.id,
      name: row.name,
      relation: row.relation,
      email: row.email,
      parts: helpParts.filter((part) => parts[part]),
      helpsSince: timeOrNull(row.accepted_at),
      until: isoTime(row.until_at ?? row.expires_at),
      invitedBy: row.invited_by,
      acts: Number(own?.count ?? 0),
      lastActAt: own ? isoTime(Number(own.last)) : null,
    };
  });
}
