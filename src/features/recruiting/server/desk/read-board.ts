import { type Kysely, sql } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type ApplicationCounts,
  type BoardStage,
  cardsPerStage,
  hiredShownDays,
} from "../../contract/applications.ts";
import { openStages, sentStatuses, stages } from "../../contract/stages.ts";
import type { ApplicationQuery } from "./application-filter.ts";
import { narrow, rowColumns, toApplicationRow } from "./application-rows.ts";
import { countApplications } from "./list-applications.ts";

/** Maximum choices of a filter: with more, a select is no help. */
const maxChoices = 200;

/** The first cards of each stage with its count; for hired people the latest ones. */
export function readBoard(
  { db }: Pick<DatabaseClient, "db">,
  query: ApplicationQuery,
  now: number,
): Promise<readonly BoardStage[]> {
  return Promise.all(
    stages.map(async (status) => {
      const since = status === "hired" ? now - days(hiredShownDays) : undefined;
      let rows = narrow(db, query).where("status", "=", status).select(rowColumns);
      if (since !== undefined) rows = rows.where("status_at", ">=", since);
      const direction = query.sort === "newest" ? "desc" : "asc";
      const [found, count] = await Promise.all([
        rows
          .orderBy(since === undefined ? "submitted_at" : "status_at", direction)
          .orderBy("number", direction)
          .limit(cardsPerStage)
          .execute(),
        countApplications({ db }, { ...query, statuses: [status] }, since),
      ]);
      return { status, count, applications: found.map(toApplicationRow) };
    }),
  );
}

export async function readApplicationCounts(
  client: Pick<DatabaseClient, "db">,
  everything: ApplicationQuery,
): Promise<ApplicationCounts> {
  const [open, sources, markets] = await Promise.all([
    countApplications(client, { ...everything, statuses: openStages }),
    listValues(client.db, "source"),
    listValues(client.db, "market"),
  ]);
  return { open, sources, markets };
}

/** The distinct values of a column, one index seek each, however many rows there are. */
async function listValues(db: Kysely<Database>, column: "source" | "market"): Promise<string[]> {
  const name = sql.ref(column);
  const lists = await Promise.all(
    sentStatuses.map(async (status) => {
      const { rows } = await sql<{ value: string }>`
        with recursive found (value) as (
          select min(${name}) from applications where status = ${status} and number is not null
          union all
          select (
            select min(${name}) from applications
            where status = ${status} and number is not null and ${name} > found.value
          ) from found where found.value is not null
        )
        select value from found where value is not null limit ${maxChoices}`.execute(db);
      return rows.map(({ value }) => value);
    }),
  );
  return [...new Set(lists.flat())].sort().slice(0, maxChoices);
}
