import type { PostgresPool, PostgresPoolClient } from "kysely";
import { seconds } from "../../../contract/durations.ts";
import { parseDatabaseUrl } from "../../config/database-url.ts";
import { DatabaseUnavailableError } from "../errors.ts";
import type { NamingClient } from "./postgres-client.ts";
import { type PoolChoices, ServerPool } from "./postgres-server.ts";

/** After this time without a new connection, in milliseconds, the next server is tried as well. */
const patienceMs = seconds(1);

/**
 * Connections to the server that accepts writes. Several servers are tried in turn, the last good
 * one first; each has its own connections, so that an unresponsive one delays no other.
 */
export class PreparingPool implements PostgresPool {
  readonly options: object;
  readonly #servers: readonly ServerPool[];
  #current: ServerPool;

  constructor(url: string, choices: PoolChoices = {}) {
    const { servers, needsWrites } = parseDatabaseUrl(url);
    this.#servers = servers.map((server) => new ServerPool(server, { ...choices, needsWrites }));
    const [first] = this.#servers;
    if (!first) throw new Error("No PostgreSQL address is configured.");
    this.#current = first;
    this.options = first.options;
  }

  /** @throws DatabaseUnavailableError if there is no connection in time */
  async connect(): Promise<NamingClient> {
    if (this.#servers.length > 1) return this.#connectToAny();
    return this.#current.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError("There is no connection to the database.", error);
    });
  }

  #connectToAny(): Promise<NamingClient> {
    const { promise, resolve, reject } = Promise.withResolvers<NamingClient>();
    const first = this.#current;
    const waiting = [first, ...this.#servers.filter((server) => server !== first)];
    const failures: string[] = [];
    let isFound = false;
    const tryNext = () => {
      const server = isFound ? undefined : waiting.shift();
      if (!server) return;
      // A server with open connections is up: wait for a free one.
      const timer = server.isConnected ? undefined : setTimeout(tryNext, patienceMs);
      server
        .connect()
        .then((client) => {
          if (isFound) client.release();
          else resolve(client);
          isFound = true;
          this.#current = server;
        })
        .catch((error: unknown) => {
          failures.push(`${server.host} ${describe(error)}`);
          if (failures.length < this.#servers.length) tryNext();
          else reject(new DatabaseUnavailableError(`No usable server: ${failures.join("; ")}`));
        })
        .finally(() => clearTimeout(timer));
    };
    tryNext();
    return promise;
  }

  /**
   * Opens all connections to one server concurrently.
   * @returns whether all could be opened
   * @throws Error if none could be opened
   */
  async warm(): Promise<boolean> {
    if (this.#servers.length > 1) (await this.connect()).release();
    return this.#current.warm();
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
    await Promise.all(this.#servers.map((server) => server.end()));
  }
}

function describe(error: unknown): string {
  // If all addresses of a name fail, the AggregateError itself has no message.
  const parts = error instanceof AggregateError ? error.errors : [error];
  return parts.map((part) => (part instanceof Error ? part.message : part)).join(", ");
}

/** Number of connections that single statements share. */
const sharedConnections = 4;

interface SharedConnection extends PostgresPoolClient {
  giveBack(): void;
}

/**
 * Connections on which statements of many callers are pipelined: no caller waits for a free
 * connection. Only for single statements: a transaction would include those of other callers.
 */
export class SharedConnections implements PostgresPool {
  readonly options: object;
  readonly #pool: PreparingPool;
  readonly #connections: (Promise<SharedConnection> | undefined)[] = [];
  #next = 0;

  constructor(pool: PreparingPool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  /** Round robin; a lost connection is replaced. */
  connect(): Promise<PostgresPoolClient> {
    const index = this.#next;
    this.#next = (index + 1) % sharedConnections;
    this.#connections[index] ??= this.#open(index);
    return this.#connections[index];
  }

  async #open(index: number): Promise<SharedConnection> {
    const forget = () => {
      this.#connections[index] = undefined;
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

  async end(): Promise<void> {
    for (const opened of await Promise.allSettled(this.#connections)) {
      if (opened.status === "fulfilled") opened.value?.giveBack();
    }
  }
}
