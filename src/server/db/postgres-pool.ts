import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { statementName } from "./prepare.ts";

const connections = 10;
const connectTimeoutMs = 10_000;
const int8 = 20;

/**
 * Connections to a PostgreSQL, kept for good. Queries made by `prepare` run under a name,
 * so that each connection parses and plans them once instead of every time.
 */
export class PreparingPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #clients = new WeakMap<pg.PoolClient, NamingClient>();

  constructor(url: string) {
    this.#pool = createPool(url);
    this.options = this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    let naming = this.#clients.get(client);
    if (!naming) {
      naming = new NamingClient(client);
      this.#clients.set(client, naming);
    }
    return naming;
  }

  /** Makes all connections at once. @throws Error when not one can be had */
  async warm(): Promise<void> {
    const opening = Array.from({ length: connections }, () => this.#pool.connect());
    const results = await Promise.allSettled(opening);
    for (const result of results) if (result.status === "fulfilled") result.value.release();
    // A server that allows fewer connections still works, only slower; one has to be had.
    if (results.every((result) => result.status === "rejected")) await opening[0];
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Kept for good: a cold connection costs seconds while password hashes fill the threads.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: {
      // Times and counts fit a number; pg's default is text.
      getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // Without listeners a lost connection, idle or in use, would end the process. The pool
  // makes a new one, and whoever waits for an answer is told by the query.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #plain: PostgresPoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#plain = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(query: string | PostgresCursor<Row>, values: readonly unknown[] = []) {
    if (typeof query !== "string") return this.#plain.query(query);
    const name = statementName(query);
    if (name === undefined) return this.#plain.query<Row>(query, values);
    const named = { name, text: query, values: [...values] };
    return this.#client.query(named) as unknown as Promise<PostgresQueryResult<Row>>;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
