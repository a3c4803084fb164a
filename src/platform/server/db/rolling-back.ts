import type { Transaction } from "kysely";
import type { DatabaseClient } from "./client.ts";
import type { Database } from "./schema.ts";

/** Rolls a transaction back after its work is done. */
class DryRunEnd extends Error {}

/**
 * The database for a dry run (docs/decisions/0053): each transaction does its work, and is then rolled
 * back.
 */
export function rollingBack(database: DatabaseClient): DatabaseClient {
  async function write<Result>(job: (trx: Transaction<Database>) => Promise<Result>) {
    let result: { readonly value: Result } | undefined;
    try {
      await database.write(async (trx) => {
        result = { value: await job(trx) };
        throw new DryRunEnd();
      });
    } catch (error) {
      if (!(error instanceof DryRunEnd)) throw error;
    }
    if (!result) throw new Error("The transaction did not run.");
    return result.value;
  }
  return {
    ...database,
    write,
    writeOne: (job) => write(job),
  };
}
