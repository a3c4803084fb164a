import { prepare } from "../../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("customer_index")
    .select(["uid as reference", "changed_at as version"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Customers whose profile, account, requests or messages changed. */
export const customersLiveTopic: LiveTopic = {
  permission: "customers",
  findChanged: async (db, since) => (await findChanged(db, { since })).rows,
};
