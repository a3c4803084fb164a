import { prepare } from "../../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("privacy_cases")
    .select(["reference", "version"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Requests about data. */
export const privacyLiveTopic: LiveTopic = {
  permission: "deletion",
  findChanged: async (db, since) => (await findChanged(db, { since })).rows,
};
