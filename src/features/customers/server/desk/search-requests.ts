import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isAmong, searchByNumber } from "../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../platform/server/search/search-loosely.ts";
import { nameOf } from "./customer-rows.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/** A request of any customer. */
interface FoundRequest {
  readonly uid: string;
  readonly id: string;
  readonly reference: string;
  readonly title: string;
  readonly customer: string;
  readonly provider: string;
  readonly isCompleted: boolean;
}

/** Requests whose title, provider, reference or customer has these words, the newest first. */
export async function searchRequests(client: Client, text: string, size: number) {
  const { found, isSimilar } = await searchLoosely({
    text,
    after: undefined,
    search: (words) => findRequests(client, words, size),
    searchAll: undefined,
  });
  const requests = found.rows.map(
    (row): FoundRequest => ({
      uid: row.uid,
      id: row.id,
      reference: row.reference,
      title: row.request_title,
      customer: nameOf(row),
      provider: row.assigned_to,
      isCompleted: Number(row.request_completed) === 1,
    }),
  );
  return { requests, count: found.count, isCountExact: found.isCountExact, isSimilar };
}

function findRequests(client: Client, words: SearchWords, pageSize: number) {
  return searchByNumber(client, {
    index: "request_words",
    ...words,
    direction: "desc",
    after: undefined,
    pageSize,
    read: (hits) => {
      // Limited, so that SQLite, which has no statistics, starts with the hits.
      const some = client.db
        .selectFrom("request_index")
        .selectAll()
        .where(isAmong(hits, "number"))
        .orderBy("number", "desc")
        .limit(pageSize + 1);
      return client.db
        .selectFrom(some.as("some"))
        .innerJoin("completed_requests as requests", (join) =>
          join.onRef("requests.uid", "=", "some.uid").onRef("requests.id", "=", "some.id"),
        )
        .innerJoin("profiles", "profiles.uid", "some.uid")
        .select(["some.number", "requests.uid", "requests.id", "requests.reference"])
        .select(["requests.request_title", "requests.assigned_to", "requests.request_completed"])
        .select(["profiles.first_name", "profiles.last_name"])
        .orderBy("some.number", "desc")
        .execute();
    },
  });
}
