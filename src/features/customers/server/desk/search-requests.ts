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
  /** At the desk; null for a document that no desk has seen yet. */
  readonly deskId: string | null;
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
      deskId: row.desk_id,
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
        .innerJoin("completed_requests as documents", (join) =>
          join.onRef("documents.uid", "=", "some.uid").onRef("documents.id", "=", "some.id"),
        )
        .innerJoin("profiles", "profiles.uid", "some.uid")
        .leftJoin("requests as desk", (join) =>
          join.onRef("desk.uid", "=", "some.uid").onRef("desk.document_id", "=", "some.id"),
        )
        .select([
          "some.number",
          "documents.uid",
          "documents.id",
          "documents.reference",
          "desk.id as desk_id",
        ])
        .select(["documents.request_title", "documents.assigned_to", "documents.request_completed"])
        .select(["profiles.first_name", "profiles.last_name"])
        .orderBy("some.number", "desc")
        .execute();
    },
  });
}
