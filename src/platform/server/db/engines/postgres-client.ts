import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { inSpan, isTracing } from "../../tracing/spans.ts";
import { statementSpan } from "../../tracing/statement-span.ts";
import { ConnectionLostError, DatabaseUnavailableError } from "../errors.ts";
import { statementName } from "../prepare.ts";
import type { WatchedConnection } from "./postgres-watchdog.ts";

/**
 * SQLSTATEs after which a connection is unusable: connection exceptions, shutdowns, system errors,
 * "statement completion unknown".
 */
const lostConnection = /^(08|57P|58|40003)/;

/** read_only_sql_transaction: after a failover the former leader is a standby. */
const readOnly = "25006";

/**
 * A pooled connection. Queries from `prepare` run as named prepared statements, so that each
 * connection parses and plans them once.
 * @throws ConnectionLostError from a query without a response
 */
export class NamingClient implements PostgresPoolClient, WatchedConnection {
  waiting = 0;
  answers = 0;
  readonly #client: pg.PoolClient;
  readonly #plain: PostgresPoolClient;
  #isLost = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#plain = client;
    // Without a listener a lost connection would end the process. Pending queries reject by
    // themselves.
    client.on("error", () => {
      this.#isLost = true;
    });
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(query: string | PostgresCursor<Row>, values: readonly unknown[] = []) {
    if (typeof query !== "string") return this.#plain.query(query);
    if (!isTracing()) return this.#run<Row>(query, values);
    return inSpan(statementSpan("postgres", query), () => this.#run<Row>(query, values));
  }

  #run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const config = { name: statementName(text), text, values: [...values] };
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      this.#client.query(config, (error: Error | null, result) => {
        this.waiting -= 1;
        this.answers += 1;
        if (error) reject(this.#explain(error));
        else resolve(result as unknown as PostgresQueryResult<Row>);
      });
    });
  }

  #explain(error: Error): Error {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === readOnly) {
      // Drop this connection: the next one is opened to the new leader.
      this.abort();
      return new DatabaseUnavailableError("The database server accepts no writes.", error);
    }
    if (code === undefined ? !this.#isLost : !lostConnection.test(code)) return error;
    return new ConnectionLostError("The connection to the database was lost.", error);
  }

  onceLost(listener: () => void): void {
    this.#client.once("end", listener);
  }

  abort(error?: Error): void {
    this.#client.connection.stream.destroy(error);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
    // A graceful end would wait for a response that may never come.
    if (destroy) this.#client.connection.stream.destroy();
  }
}
