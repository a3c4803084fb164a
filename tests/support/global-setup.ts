import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";
import { makeTemplates } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of this run's PostgreSQL; undefined if it could not be started. */
    postgresUrl: string | undefined;
    /** Migrated SQLite file that tests copy. */
    sqliteTemplate: string;
  }
}

/**
 * Starts PostgreSQL and creates the template databases; the returned function removes both.
 * `TEST_ENGINES=sqlite` runs the tests without PostgreSQL.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const onlySqlite = process.env.TEST_ENGINES === "sqlite";
  const postgres = onlySqlite ? undefined : await startPostgres();
  project.provide("postgresUrl", postgres?.url);
  if (!postgres && !onlySqlite) {
    console.error("\nPOSTGRESQL COULD NOT BE STARTED: TESTS ON POSTGRESQL ARE SKIPPED.\n");
  }
  const templates = await makeTemplates(postgres?.url);
  project.provide("sqliteTemplate", templates.sqlite);
  return async () => {
    await templates.remove();
    await postgres?.stop();
  };
}
