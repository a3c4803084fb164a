import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import {
  isAmong,
  type SearchHits,
  searchByNumber,
} from "../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../platform/server/search/search-loosely.ts";
import { nameOf } from "../../../customers/server/desk/customer-rows.ts";
import type { RequestState } from "../../contract/requests.ts";

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
  readonly state: RequestState;
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
      reference: row.reference ?? row.desk_reference ?? "",
      title: row.request_title ?? row.title ?? "",
      customer: nameOf(row),
      provider: row.assigned_to ?? row.provider_name ?? "",
      state: (row.state as RequestState | null) ?? (row.request_completed ? "done" : "booked"),
    }),
  );
  return { requests, count: found.count, isCountExact: found.isCountExact, isSimilar };
}

/** Requests with these words, booked ones and those that are asked for. */
function findRequests(client: Client, words: SearchWords, pageSize: number) {
  return searchByNumber(client, {
    index: "request_words",
    ...words,
    direction: "desc",
    after: undefined,
    pageSize,
    read: (hits) => readHits(client, hits, pageSize),
  });
}

function readHits(client: Client, hits: SearchHits, pageSize: number) {
  return selectHits(client, hits, pageSize + 1)
    .innerJoin("profiles", "profiles.uid", "some.uid")
    .select(["some.uid", "some.id", "documents.reference"])
    .select(["desk.reference as desk_reference", "desk.title", "desk.provider_name", "desk.state"])
    .select(["documents.request_title", "documents.assigned_to", "documents.request_completed"])
    .select(["profiles.first_name", "profiles.last_name"])
    .where(({ or, eb }) => or([eb("documents.id", "is not", null), eb("desk.id", "is not", null)]))
    .execute();
}

/** Ids of requests at the desk that have these words, with their numbers in the index. */
export async function readHitIds(
  client: Client,
  hits: SearchHits,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectHits(client, hits, hits.numbers.length).execute();
  return new Map(
    rows.flatMap(({ desk_id: id, number }) => (id === null ? [] : [[id, Number(number)] as const])),
  );
}

function selectHits({ db }: Client, hits: SearchHits, limit: number) {
  // Limited, so that SQLite, which has no statistics, starts with the hits.
  const some = db
    .selectFrom("request_index")
    .selectAll()
    .where(isAmong(hits, "number"))
    .orderBy("number", "desc")
    .limit(limit);
  return db
    .selectFrom(some.as("some"))
    .leftJoin("completed_requests as documents", (join) =>
      join.onRef("documents.uid", "=", "some.uid").onRef("documents.id", "=", "some.id"),
    )
    .leftJoin("requests as desk", (join) =>
      join
        .onRef("desk.uid", "=", "some.uid")
        .on(({ or, eb }) =>
          or([
            eb("desk.document_id", "=", eb.ref("some.id")),
            eb("desk.id", "=", eb.ref("some.id")),
          ]),
        ),
    )
    .select(["some.number", "desk.id as desk_id"])
    .orderBy("some.number", "desc");
}
