import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { Config } from "./config/config.ts";
import { type DatabaseClient, sqliteFile } from "./db/client.ts";
import { openDatabase } from "./db/open-database.ts";

/** Folder of `DATA_DIR` with its files and its SQLite file; its schema on PostgreSQL. */
const name = "sandbox";

/**
 * The space of test tokens (docs/decisions/0132): a database of its own with the same tables, made when
 * it is first needed. Nothing in it is sent to people, since no job of theirs runs there.
 */
export class Sandbox {
  readonly #config: Config;
  readonly #site: DatabaseClient;
  #opening: Promise<DatabaseClient> | undefined;

  /** @param site the site's own database */
  constructor(config: Config, site: DatabaseClient) {
    this.#config = config;
    this.#site = site;
  }

  get folder(): string {
    return path.join(this.#config.dataDir, name);
  }

  /** Makes it if it does not exist. */
  open(): Promise<DatabaseClient> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** @returns undefined if nothing has used it yet */
  async find(): Promise<DatabaseClient | undefined> {
    if (this.#opening || (await this.#exists())) return this.open();
    return undefined;
  }

  async close(): Promise<void> {
    const database = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await database?.close();
  }

  async #open(): Promise<DatabaseClient> {
    if (this.#site.engine === "postgres") {
      await this.#site.writeOne((db) => db.schema.createSchema(name).ifNotExists().execute());
    }
    return openDatabase({
      ...this.#config,
      dataDir: this.folder,
      schema: name,
      sideBySide: true,
    });
  }

  async #exists(): Promise<boolean> {
    if (this.#site.engine === "sqlite") return existsSync(path.join(this.folder, sqliteFile));
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass(${`${name}.kysely_migration`}) is not null as found`.execute(
      this.#site.db,
    );
    return rows[0]?.found === true;
  }
}

interface Space {
  readonly config: Config;
  readonly database: DatabaseClient;
  readonly sandbox: Sandbox | undefined;
}

/** The same context in the sandbox, where `sandbox` is undefined. */
export async function inSandbox<Context extends Space>(context: Context): Promise<Context> {
  const { config, sandbox } = context;
  if (!sandbox) return context;
  const database = await sandbox.open();
  const { objectStore: _objectStore, ...others } = config;
  return {
    ...context,
    database,
    sandbox: undefined,
    config: { ...others, objectStore: undefined, dataDir: sandbox.folder },
  };
}
