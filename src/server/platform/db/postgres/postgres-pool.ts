import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { seconds } from "../../durations.ts";
import { DatabaseUnavailableError } from "../errors.ts";
import { NamingClient } from "./postgres-client.ts";
import { ConnectionWatchdog } from "./postgres-watchdog.ts";

const connections = 10;
/** Maximum wait for a connection, new or free, in milliseconds. */
const connectTimeoutMs = seconds(5);
/**
 * Maximum wait for a statement's response before its connection counts as lost, in milliseconds.
 */
const answerTimeoutMs = seconds(10);
/**
 * Idle connections are probed after this many milliseconds, and count as lost 10 s later (libuv's
 * value).
 */
const keepAliveDelayMs = seconds(5);
const int8 = 20;

/**
 * PostgreSQL's own timeouts, in milliseconds: for statements, a little shorter than ours for the
 * connection, and for transactions whose client has vanished, with their locks. Set by a statement,
 * since poolers such as PgBouncer reject settings at the start of a connection.
 */
const serverTimeouts = `
  select set_config('statement_timeout', '8000', false),
    set_config('lock_timeout', '8000', false),
    set_config('idle_in_transaction_session_timeout', '10000', false)`;

/** Options of a pool. */
export interface PoolChoices {
  /** Disables statement timeouts, for migrations and the operator's commands. */
  readonly noStatementTimeout?: boolean | undefined;
}

/**
 * A pool of PostgreSQL connections that are kept open, and replaced within 15 s if they stop
 * responding, including the time to connect.
 */
export class PreparingPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #clients = new Map<pg.PoolClient, NamingClient>();
  readonly #watchdog: ConnectionWatchdog | undefined;

  constructor(url: string, { noStatementTimeout = false }: PoolChoices = {}) {
    this.#pool = createPool(url);
    this.options = this.#pool.options;
    if (!noStatementTimeout) this.#watchdog = new ConnectionWatchdog(answerTimeoutMs);
    this.#pool.on("connect", (client) => this.#welcome(client));
  }

  #welcome(client: pg.PoolClient): void {
    const naming = new NamingClient(client);
    this.#clients.set(client, naming);
    client.once("end", () => {
      this.#clients.delete(client);
      this.#watchdog?.forget(naming);
    });
    if (!this.#watchdog) return;
    this.#watchdog.watch(naming);
    // If the connection is broken, the caller's own statement reports it.
    naming.query(serverTimeouts, []).catch(() => {});
  }

  /** @throws DatabaseUnavailableError if there is none in time */
  async connect(): Promise<NamingClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError("There is no connection to the database.", error);
    });
    return this.#clients.get(client) ?? new NamingClient(client);
  }

  /**
   * Opens all connections at once.
   * @returns whether all could be opened
   * @throws Error if none could be opened
   */
  async warm(): Promise<boolean> {
    const opening = Array.from({ length: connections }, () => this.#pool.connect());
    const results = await Promise.allSettled(opening);
    for (const result of results) if (result.status === "fulfilled") result.value.release();
    // A server that allows fewer connections still works, only slower; one is enough.
    if (results.every((result) => result.status === "rejected")) await opening[0];
    return results.every((result) => result.status === "fulfilled");
  }

  /** Reserves a connection until it is lost or `giveBack` is called. */
  async keep(onLost: () => void): Promise<{ client: NamingClient; giveBack: () => void }> {
    const client = await this.connect();
    let kept = true;
    const giveBack = () => {
      if (kept) client.release(true);
      kept = false;
    };
    client.onceLost(() => {
      giveBack();
      onLost();
    });
    return { client, giveBack };
  }

  async end(): Promise<void> {
    this.#watchdog?.stop();
    await this.#pool.end();
    // A connection that no longer responds would keep the process alive.
    for (const client of this.#clients.values()) client.abort();
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Kept open: a new connection takes seconds while password hashes occupy the threads.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    pipeline: true,
    types: {
      // Times and counts fit a number; pg returns text by default.
      getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // Without a listener a lost idle connection would end the process. The pool replaces it.
  pool.on("error", () => {});
  return pool;
}

/** Connections of a pool that are shared by callers with a single statement. */
const sharedConnections = 4;

interface SharedConnection extends PostgresPoolClient {
  giveBack(): void;
}

/**
 * Connections on which statements of many callers are pipelined: nobody waits for a free
 * connection, and the database always has work. Only for single statements: in a transaction, one
 * would see the others'.
 */
export class SharedConnections implements PostgresPool {
  readonly options: object;
  readonly #pool: PreparingPool;
  readonly #lanes: (Promise<SharedConnection> | undefined)[] = [];
  #next = 0;

  constructor(pool: PreparingPool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  /** Round robin; a lost connection is replaced. */
  connect(): Promise<PostgresPoolClient> {
    const index = this.#next;
    this.#next = (index + 1) % sharedConnections;
    this.#lanes[index] ??= this.#open(index);
    return this.#lanes[index];
  }

  async #open(turn: number): Promise<SharedConnection> {
    const forget = () => {
      this.#lanes[turn] = undefined;
    };
    try {
      const { client, giveBack } = await this.#pool.keep(forget);
      const query = client.query.bind(client);
      return { query, release: () => {}, giveBack };
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Returns the connections to the pool, once nobody uses them. */
  async end(): Promise<void> {
    for (const lane of await Promise.allSettled(this.#lanes)) {
      if (lane.status === "fulfilled") lane.value?.giveBack();
    }
  }
}
