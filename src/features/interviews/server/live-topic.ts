import { prepare } from "../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("interview_slots")
    .select(["id as reference", "version"])
    .where("changed_at", ">", since)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Times for interviews. */
export const interviewsLiveTopic: LiveTopic = {
  permission: "applications",
  findChanged: async (db, since) => (await findChanged(db, { since })).rows,
};
