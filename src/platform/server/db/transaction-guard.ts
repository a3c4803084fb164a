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

/** Runs a callback of `write` in a scope in which use of the outer database is detected. */
export function runInTransaction<T>(job: () => Promise<T>): Promise<T> {
  return scope.run(true, job);
}

/**
 * Throws inside a callback of `write`, where the outer database would not see the transaction's own
 * changes, and a nested write would deadlock.
 */
export function assertOutsideTransaction(): void {
  if (scope.getStore()) {
    throw new Error("Inside a write, use its own transaction instead of the outer database.");
  }
}

/** Makes the outer database reject queries inside a transaction. */
export class OutsideTransactionsOnly implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    assertOutsideTransaction();
    return node;
  }

  /** For queries compiled earlier, which skip `transformQuery`. */
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    assertOutsideTransaction();
    return result;
  }
}
