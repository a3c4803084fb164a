import { prepare } from "../../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("newsletter_addresses")
    .select(["id as reference", "changed_at as version"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Addresses of the newsletter; the time of a change serves as its version. */
export const newsletterLiveTopic: LiveTopic = {
  permission: "newsletter",
  findChanged: async (db, since) => (await findChanged(db, { since })).rows,
};
