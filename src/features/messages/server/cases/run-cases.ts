import type { AppContext } from "../../../../platform/server/app-context.ts";

/** Creates and indexes cases for submissions. @returns whether there may be more */
export async function runCases({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<boolean> {
  // Loaded in the job, so that the server starts faster.
  const { makeCases } = await import("./make-cases.ts");
  const index = await import("./index-cases.ts");
  const mayBeMore = await makeCases(database, now());
  const isMissing = await index.indexCases(database);
  const isStale = await index.reindexStaleCases(database);
  // New messages first.
  return mayBeMore || isMissing || isStale || (await index.rebuildCases(database));
}
