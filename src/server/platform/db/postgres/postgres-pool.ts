import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { seconds } from "../../durations.ts";
import { DatabaseUnavailableError } from "../errors.ts";
import { NamingClient } from "./postgres-client.ts";
import { ConnectionWatchdog } from "./postgres-watchdog.ts";

const connections = 10;
/** Longest wait for a connection, a new one or a free one. */
const connectTimeoutMs = seconds(5);
/** Longest wait for the answer to a statement before its connection counts as lost. */
const answerTimeoutMs = seconds(10);
/** An idle connection is probed after so long, and counts as lost 10 s later (libuv's figure). */
const keepAliveDelayMs = seconds(5);
const int8 = 20;

/**
 * What PostgreSQL itself gives up, and when, in milliseconds: a statement a little before we
 * give up the connection, and a transaction whose client has vanished, with its locks. Set
 * by a statement, since poolers such as PgBouncer reject settings at the start of a connection.
 */
const serverTimeouts = `
  select set_config('statement_timeout', '8000', false),
    set_config('lock_timeout', '8000', false),
    set_config('idle_in_transaction_session_timeout', '10000', false)`;

/** How a pool treats statements. */
export interface PoolChoices {
  /** Lets statements take as long as they need: migrations, the operator's commands. */
  readonly noStatementTimeout?: boolean | undefined;
}

/**
 * Connections to a PostgreSQL, kept for good, and replaced when they no longer answer: within
 * 15 s all in all, connecting included.
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
    // Whatever is wrong with it, the caller's own statement will say.
    naming.query(serverTimeouts, []).catch(() => {});
  }

  /** @throws DatabaseUnavailableError when none can be had in time */
  async connect(): Promise<NamingClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError("No connection to the database could be had.", error);
    });
    return this.#clients.get(client) ?? new NamingClient(client);
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
    // One that no longer answers would keep the process from ending.
    for (const client of this.#clients.values()) client.abort();
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
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    pipeline: true,
    types: {
      // Times and counts fit a number; pg's default is text.
      getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // Without a listener a lost idle connection would end the process. The pool makes a new one.
  pool.on("error", () => {});
  return pool;
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
      const query = client.query.bind(client);
      return { query, release: () => {}, giveBack };
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
