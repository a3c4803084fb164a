import pg from "pg";
import { seconds } from "../../../contract/durations.ts";
import type { DatabaseAddress } from "../../config/database-url.ts";
import { NamingClient } from "./postgres-client.ts";
import { ConnectionWatchdog } from "./postgres-watchdog.ts";

const connections = 10;
/** Of another schema, which is rarely used. */
const schemaConnections = 3;
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

export interface PoolChoices {
  /** Disables statement timeouts, for migrations and operators' commands. */
  readonly noStatementTimeout?: boolean | undefined;
  /** The only schema that statements find. */
  readonly schema?: string | undefined;
}

/** A connection and whether it may be used. */
interface Greeted {
  readonly naming: NamingClient;
  /** Rejects if the server accepts no writes, or its statements would find another schema. */
  readonly checked: Promise<void>;
}

/**
 * Connections to one PostgreSQL server that are kept open, and replaced within 15 s if they stop
 * responding, including the time to connect.
 */
export class ServerPool {
  readonly host: string;
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #schema: string | undefined;
  readonly #needsWrites: boolean;
  readonly #connections: number;
  readonly #clients = new Map<pg.PoolClient, Greeted>();
  readonly #usable = new Set<NamingClient>();
  readonly #watchdog: ConnectionWatchdog | undefined;

  constructor(
    { host, url }: DatabaseAddress["servers"][number],
    {
      noStatementTimeout = false,
      schema,
      needsWrites,
    }: PoolChoices & Pick<DatabaseAddress, "needsWrites">,
  ) {
    this.host = host;
    this.#schema = schema;
    this.#needsWrites = needsWrites;
    this.#connections = schema === undefined ? connections : schemaConnections;
    this.#pool = createPool(url, this.#connections, schema);
    this.options = this.#pool.options;
    if (!noStatementTimeout) this.#watchdog = new ConnectionWatchdog(answerTimeoutMs);
    this.#pool.on("connect", (client) => this.#welcome(client));
  }

  /** Whether a usable connection is known to be open. */
  get isConnected(): boolean {
    return this.#usable.size > 0;
  }

  #welcome(client: pg.PoolClient): void {
    const naming = new NamingClient(client);
    client.once("end", () => {
      this.#clients.delete(client);
      this.#usable.delete(naming);
      this.#watchdog?.forget(naming);
    });
    if (this.#watchdog) {
      this.#watchdog.watch(naming);
      // If the connection is broken, the caller's own statement reports it.
      naming.query(serverTimeouts, []).catch(() => {});
    }
    const checked = this.#check(naming);
    // A failure is reported to the caller who gets the connection.
    checked.then(() => this.#usable.add(naming)).catch(() => {});
    this.#clients.set(client, { naming, checked });
  }

  async #check(naming: NamingClient): Promise<void> {
    if (this.#needsWrites) await requireWrites(naming);
    if (this.#schema !== undefined) await requireSchema(naming, this.#schema);
  }

  /** @throws Error if there is no connection in time, or it may not be used */
  async connect(): Promise<NamingClient> {
    const client = await this.#pool.connect();
    const { naming, checked } = this.#clients.get(client) ?? {};
    if (!naming) return new NamingClient(client);
    if (!this.#needsWrites && this.#schema === undefined) return naming;
    try {
      await checked;
      return naming;
    } catch (error) {
      naming.release(true);
      throw error;
    }
  }

  /**
   * Opens all connections concurrently.
   * @returns whether all could be opened
   * @throws Error if none could be opened
   */
  async warm(): Promise<boolean> {
    const opening = Array.from({ length: this.#connections }, () => this.connect());
    const results = await Promise.allSettled(opening);
    for (const result of results) if (result.status === "fulfilled") result.value.release();
    // A server that allows fewer connections still works, only slower; one is enough.
    if (results.every((result) => result.status === "rejected")) await opening[0];
    return results.every((result) => result.status === "fulfilled");
  }

  async end(): Promise<void> {
    this.#watchdog?.stop();
    await this.#pool.end();
    // A connection that no longer responds would keep the process alive.
    for (const { naming } of this.#clients.values()) naming.abort();
  }
}

async function requireWrites(naming: NamingClient): Promise<void> {
  const { rows } = await naming.query<{ transaction_read_only: string }>(
    "show transaction_read_only",
    [],
  );
  if (rows[0]?.transaction_read_only === "on") throw new Error("accepts no writes");
}

/** A pooler may ignore the setting; then statements would change the site's own data. */
async function requireSchema(naming: NamingClient, schema: string): Promise<void> {
  const { rows } = await naming.query<{ path: string }>(
    "select current_setting('search_path') as path",
    [],
  );
  if (rows[0]?.path !== schema) throw new Error(`does not use the schema ${schema}`);
}

function createPool(url: string, max: number, schema: string | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // At the start of the connection: a pooler would keep a statement's setting for other clients.
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
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
