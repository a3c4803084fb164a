/**
 * `node --import slow-disk.ts <program>` with SYNC_MS: every SQLite commit takes that many
 * milliseconds longer, as on a disk with slower syncs. The process sleeps, as it would during
 * a sync.
 */
import { DatabaseSync, StatementSync } from "node:sqlite";

const syncMs = Number(process.env.SYNC_MS);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const databases = new WeakMap<StatementSync, DatabaseSync>();

DatabaseSync.prototype.prepare = new Proxy(DatabaseSync.prototype.prepare, {
  apply: (prepare, database: DatabaseSync, args) => {
    const statement: StatementSync = Reflect.apply(prepare, database, args);
    databases.set(statement, database);
    return statement;
  },
});

DatabaseSync.prototype.exec = new Proxy(DatabaseSync.prototype.exec, {
  apply: (exec, database: DatabaseSync, args: [string]) => {
    Reflect.apply(exec, database, args);
    if (/^\s*commit\b/i.test(args[0])) sync();
  },
});

StatementSync.prototype.run = new Proxy(StatementSync.prototype.run, {
  apply: (run, statement: StatementSync, args) => {
    const result = Reflect.apply(run, statement, args);
    // Not in a transaction: the statement was a COMMIT or autocommitted.
    if (!databases.get(statement)?.isTransaction) sync();
    return result;
  },
});

function sync(): void {
  Atomics.wait(sleeper, 0, 0, syncMs);
}
