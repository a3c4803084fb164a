import type { Kysely } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import type { FoundCount, FoundElsewhere } from "../../../../platform/contract/desk/search.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toApplicationQuery } from "../../../recruiting/server/desk/application-filter.ts";
import { listApplications } from "../../../recruiting/server/desk/list-applications.ts";
import type { StaffSession } from "../../../staff/server/access/staff-session.ts";
import { toCaseQuery } from "./list/case-filter.ts";
import { listCases } from "./list/list-cases.ts";

type Place = keyof FoundElsewhere;

interface EmptySearch {
  readonly place: Place;
  readonly text: string;
  /** Their permissions decide which lists are searched. */
  readonly session: Pick<StaffSession, "roles" | "staffId">;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Searches the other lists, so that none says "nothing found" for what is in another. */
export async function findElsewhere(
  client: DatabaseClient,
  { place, text, session, now }: EmptySearch,
): Promise<FoundElsewhere> {
  const searches: Readonly<Record<Place, (() => Promise<FoundCount>) | false>> = {
    inbox:
      hasPermission(session.roles, "inbox-read") &&
      (async () => {
        const query = toCaseQuery({ q: text }, session.staffId);
        const { count, isCountExact: isExact } = await listCases(client, query, undefined, now);
        return { count, isExact };
      }),
    applications:
      hasPermission(session.roles, "applications") &&
      (async () => {
        const query = toApplicationQuery({ status: "all", q: text }, now);
        const { count, isCountExact: isExact } = await listApplications(client, query);
        return { count, isExact };
      }),
    newsletter:
      hasPermission(session.roles, "newsletter") &&
      (() => countAddresses(client.db, emailKey(text))),
  };
  const found = await Promise.all(
    Object.entries(searches).map(async ([name, search]) => {
      const count = name !== place && search ? await search() : undefined;
      return count && (count.count > 0 || !count.isExact) ? [[name, count] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Sorts after every character of an address. */
const afterAll = "\u{10ffff}";

/** Newsletter addresses that start with a text, up to `maxCount`. */
async function countAddresses(db: Kysely<Database>, start: string): Promise<FoundCount> {
  const rows = await db
    .selectFrom("newsletter_addresses")
    .select("id")
    .where("email", ">=", start)
    .where("email", "<", start + afterAll)
    .limit(maxCount)
    .execute();
  return { count: rows.length, isExact: rows.length < maxCount };
}
