import type { AppContext } from "../../../../platform/server/app-context.ts";

/** Numbers and indexes sent applications. @returns whether there may be more */
export async function runApplications({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<boolean> {
  // Loaded in the job, so that the server starts faster.
  const [applications, waitlist] = await Promise.all([
    import("./number-applications.ts"),
    import("./waitlist-entries.ts"),
  ]);
  const more = [
    await applications.numberApplications(database, now()),
    await applications.indexApplications(database),
    await applications.rebuildApplications(database),
    await waitlist.makeWaitlistEntries(database),
  ];
  return more.includes(true);
}
