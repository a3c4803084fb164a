import { randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import type { z } from "zod";
import { hasPermission } from "../../../../../platform/contract/desk/roles.ts";
import type { SavedView } from "../../../../../platform/contract/desk/saved-views.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../../platform/server/db/client.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { parse } from "../../../../../platform/server/http/read-input.ts";
import type { StaffSession } from "../../../../staff/server/access/staff-session.ts";
import { type Actor, writeAudit } from "../../../../staff/server/write-audit.ts";
import { type CaseFilter, inboxLimits } from "../../../contract/inbox.ts";
import { caseFilter } from "../../../contract/inbox-endpoints.ts";
import { toCaseQuery } from "./case-filter.ts";
import { listCases } from "./list-cases.ts";
import { countCases } from "./scan-cases.ts";

const maxShared = 100;

/** A list of the desk that has views. */
export interface ViewedList<Filter> {
  /** As in the column `list`. */
  readonly name: "inbox" | "customers";
  /** The part of the desk, for the audit log. */
  readonly target: string;
  /** The filter as its names in a query string. */
  readonly filter: z.ZodType<Filter>;
  /** The records that match a view. */
  count(
    client: DatabaseClient,
    filter: Filter,
    staffId: string,
    now: number,
  ): Promise<Pick<SavedView, "count" | "isCountExact">>;
}

/** The views of the inbox. */
export const inboxViews: ViewedList<CaseFilter> = {
  name: "inbox",
  target: "Inbox",
  filter: caseFilter,
  count: countCaseView,
};

export async function listViews<Filter>(
  client: DatabaseClient,
  list: ViewedList<Filter>,
  staffId: string,
  now: number,
): Promise<SavedView[]> {
  const rows = await client.db
    .selectFrom("saved_views")
    .innerJoin("staff", "staff.id", "saved_views.staff_id")
    .selectAll("saved_views")
    .select("staff.name as owner_name")
    .where("list", "=", list.name)
    .where((row) => row.or([row("staff_id", "=", staffId), row("is_shared", "=", 1)]))
    .orderBy("saved_views.name")
    .orderBy("saved_views.id")
    .limit(inboxLimits.views + maxShared)
    .execute();
  return Promise.all(
    rows.map(async ({ id, name, query, is_shared: isShared, staff_id: owner, ...row }) => ({
      id,
      name,
      query,
      isShared: isShared === 1,
      isOwn: owner === staffId,
      owner: row.owner_name,
      ...(await list.count(client, readFilter(list, query), staffId, now)),
    })),
  );
}

async function countCaseView(
  client: DatabaseClient,
  filter: CaseFilter,
  staffId: string,
  now: number,
) {
  const query = toCaseQuery(filter, staffId);
  if (query.words.trim() === "") {
    const { count, isExact } = await countCases(client.db, query, now);
    return { count, isCountExact: isExact };
  }
  const { count, isCountExact } = await listCases(client, query, undefined, now);
  return { count, isCountExact };
}

/**
 * Saves a view.
 * @throws ApiError "malformed" for a query that is not a filter, "invalid" over the limit of views
 */
export async function saveView<Filter>(
  trx: Transaction<Database>,
  list: ViewedList<Filter>,
  staffId: string,
  view: { readonly name: string; readonly query: string; readonly isShared: boolean },
  now: number,
): Promise<{ readonly id: string }> {
  readFilter(list, view.query);
  const own = await trx
    .selectFrom("saved_views")
    .select("id")
    .where("staff_id", "=", staffId)
    .where("list", "=", list.name)
    .execute();
  if (own.length >= inboxLimits.views) {
    throw new ApiError("invalid", { fields: { name: `You can have ${inboxLimits.views} views.` } });
  }
  const id = randomUUIDv7();
  await trx
    .insertInto("saved_views")
    .values({
      id,
      staff_id: staffId,
      name: view.name,
      query: view.query,
      is_shared: view.isShared ? 1 : 0,
      created_at: now,
      list: list.name,
    })
    .execute();
  return { id };
}

/**
 * Removes one's own view, or as staff with `settings` a shared view of somebody else, which is
 * audited.
 * @throws ApiError "not-found"
 */
export async function removeView(
  trx: Transaction<Database>,
  list: Pick<ViewedList<never>, "name" | "target">,
  { staffId, roles }: Pick<StaffSession, "staffId" | "roles">,
  id: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const view = await trx
    .selectFrom("saved_views")
    .innerJoin("staff", "staff.id", "saved_views.staff_id")
    .select(["saved_views.name", "saved_views.staff_id", "saved_views.is_shared"])
    .select("staff.name as owner")
    .where("saved_views.id", "=", id)
    .where("saved_views.list", "=", list.name)
    .executeTakeFirst();
  const isOwn = view?.staff_id === staffId;
  const mayRemove = isOwn || (view?.is_shared === 1 && hasPermission(roles, "settings"));
  if (!view || !mayRemove) throw new ApiError("not-found");
  const { numDeletedRows } = await trx
    .deleteFrom("saved_views")
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new ApiError("not-found");
  if (isOwn) return;
  const what = `Removed the shared view “${view.name}” of ${view.owner}`;
  await writeAudit(trx, actor, { kind: "change", what, target: list.target }, now);
}

/** Of a repeated name the last value counts. @throws ApiError "malformed" */
function readFilter<Filter>({ filter }: ViewedList<Filter>, query: string): Filter {
  return parse(filter, Object.fromEntries(new URLSearchParams(query)));
}
