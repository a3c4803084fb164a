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

  /**
   * Makes all connections at once.
   * @returns whether there are as many as wanted
   * @throws Error when not one can be had
   */
  async warm(): Promise<boolean> {
    const opening = Array.from({ length: connections }, () => this.#pool.connect());
    const results = await Promise.allSettled(opening);
    for (const result of results) if (result.status === "fulfilled") result.value.release();
    // A server that allows fewer connections still works, only slower; one has to be had.
    if (results.every((result) => result.status === "rejected")) await opening[0];
    return results.every((result) => result.status === "fulfilled");
  }

  /** A connection for good, until it is lost or `giveBack` is called. */
  async keep(onLost: () => void): Promise<{ client: NamingClient; giveBack: () => void }> {
    const client = await this.#pool.connect();
    let kept = true;
    const giveBack = () => {
      if (kept) client.release(true);
      kept = false;
    };
    client.once("end", () => {
      giveBack();
      onLost();
    });
    return { client: new NamingClient(client), giveBack };
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

/** A few of a pool's connections, each shared by whoever has one statement to run. */
const sharedConnections = 4;

interface Lane extends PostgresPoolClient {
  giveBack(): void;
}

/**
 * Connections on which statements of many callers follow each other without waiting for
 * answers: nobody waits for a free connection, and the database always has work. Only for
 * statements that stand alone: in a transaction, one would see the others'.
 */
export class SharedConnections implements PostgresPool {
  readonly options: object;
  readonly #pool: PreparingPool;
  readonly #lanes: (Promise<Lane> | undefined)[] = [];
  #next = 0;

  constructor(pool: PreparingPool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  /** In turn; one that was lost is made anew. */
  connect(): Promise<PostgresPoolClient> {
    const turn = this.#next;
    this.#next = (turn + 1) % sharedConnections;
    this.#lanes[turn] ??= this.#open(turn);
    return this.#lanes[turn];
  }

  async #open(turn: number): Promise<Lane> {
    const forget = () => {
      this.#lanes[turn] = undefined;
    };
    try {
      const { client, giveBack } = await this.#pool.keep(forget);
      return Object.assign(client, { release: () => {}, giveBack });
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Gives the connections back, once nobody uses them any more. */
  async end(): Promise<void> {
    for (const lane of await Promise.allSettled(this.#lanes)) {
      if (lane.status === "fulfilled") lane.value?.giveBack();
    }
  }
}
