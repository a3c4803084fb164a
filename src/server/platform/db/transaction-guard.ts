import { AsyncLocalStorage } from "node:async_hooks";
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

const scope = new AsyncLocalStorage<true>();

/** Runs a job of `write`, marked so that misuse of the outer database is noticed. */
export function runInTransaction<T>(job: () => Promise<T>): Promise<T> {
  return scope.run(true, job);
}

/**
 * Throws when called from within a job of `write`. There the outer database would
 * read around the job's own changes, and a nested write would wait for itself.
 */
export function assertOutsideTransaction(): void {
  if (scope.getStore()) {
    throw new Error("Inside a write job use the transaction it was given, not the outer database.");
  }
}

/** Lets the outer database reject queries made inside a job. */
export class OutsideTransactionsOnly implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    assertOutsideTransaction();
    return node;
  }

  /** For queries compiled earlier, which pass here only. */
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    assertOutsideTransaction();
    return result;
  }
}
