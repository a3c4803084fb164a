import { prepare } from "../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("requests")
    .select(["id as reference", "version"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Requests of customers. */
export const requestsLiveTopic: LiveTopic = {
  permission: "customers",
  findChanged: async (db, since) => (await findChanged(db, { since })).rows,
};
