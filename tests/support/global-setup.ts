import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the PostgreSQL of this run; undefined when none could be had. */
    postgresUrl: string | undefined;
  }
}

/** Starts one PostgreSQL for the run; the returned function stops it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres?.url);
  if (!postgres) {
    console.error(
      "\nNO POSTGRESQL COULD BE STARTED: THE POSTGRESQL HALF OF THE TESTS IS SKIPPED.\n",
    );
    return undefined;
  }
  return postgres.stop;
}
