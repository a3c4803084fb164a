import { prepare } from "../../../../platform/server/db/prepare.ts";
import { type LiveTopic, maxLiveChanges } from "../../../../platform/server/live-topic.ts";

const findChanged = prepare<
  { since: number },
  { readonly reference: string | null; readonly version: number }
>(["since"], (db, { since }) =>
  db
    .selectFrom("applications")
    .select(["reference", "version"])
    .where("changed_at", ">", since)
    .where("number", "is not", null)
    .orderBy("changed_at", "desc")
    .limit(maxLiveChanges),
);

/** Applications that were sent. */
export const applicationsLiveTopic: LiveTopic = {
  permission: "applications",
  findChanged: async (db, since) =>
    (await findChanged(db, { since })).rows.map(({ reference, version }) => ({
      reference: reference ?? "",
      version,
    })),
};
