/**
 * `npm run test:archive`: backs up a PostgreSQL with pgBackRest to an object store, as
 * docs/deploy.md describes, destroys it under write load, and restores the latest state and a point
 * in time between two writes. Needs root and Debian packages; prints the missing ones.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import S3rver from "@20minutes/s3rver";
import pg from "pg";
import { startOurs } from "../../bench/server.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { seconds } from "../../src/platform/contract/durations.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";

const run = promisify(execFile);
const programs = "/usr/lib/postgresql/15/bin";
const bucket = "archive";
const writers = 16;
const writeMs = seconds(30);
/** PostgreSQL archives a WAL segment at least this often. */
const archiveTimeoutSeconds = 10;
/** Additional time to push the segment. */
const maxPushMs = seconds(10);
const startLimitMs = seconds(60);

const missing = [
  ...["/usr/bin/pgbackrest", `${programs}/postgres`, "/usr/bin/openssl"].filter(
    (file) => !existsSync(file),
  ),
  ...(process.getuid?.() === 0 ? [] : ["root"]),
];
if (missing.length > 0) {
  console.log(`Skipped, since these are missing: ${missing.join(", ")}`);
  console.log("apt-get install pgbackrest postgresql-15 openssl");
  process.exit(process.env.CI ? 1 : 0);
}

const folder = await mkdtemp(path.join(os.tmpdir(), "test-archive-"));
const own = path.join(folder, "postgres");
const config = path.join(folder, "pgbackrest.conf");
let database: ChildProcess | undefined;
await chmod(folder, 0o755);
await mkdir(own);
const user = { uid: await readId("-u"), gid: await readId("-g") };
await chown(own, user.uid, user.gid);
const store = await startStore();
try {
  await drill();
} finally {
  database?.kill("SIGKILL");
  await store.close();
  await rm(folder, { recursive: true, force: true });
}

async function drill(): Promise<void> {
  const first = path.join(own, "first");
  const port = await findFreePort();
  await writeFile(config, describeStore(store.port));
  await asPostgres(`${programs}/initdb`, "-D", first, "-A", "trust");
  await backRest(first, port, "stanza-create", "--no-online");
  await appendFile(path.join(first, "postgresql.conf"), describeServer(first, port));
  database = await startPostgres(first, port);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const ours = await startOurs(path.join(folder, "data"), { DATABASE_URL: url });
  await backRest(first, port, "backup");

  const acknowledged = new Map<string, number>();
  let isStopped = false;
  const load = Array.from({ length: writers }, async () => {
    while (!isStopped) {
      const reference = await send(ours.origin).catch(() => undefined);
      if (reference) acknowledged.set(reference, performance.now());
    }
  });
  const before = await send(ours.origin);
  await wait(seconds(1));
  const target = await readClock(url);
  await wait(seconds(1));
  const after = await send(ours.origin);
  await wait(writeMs);
  const lostAt = performance.now();
  // The postmaster and its children; WAL segments that were not archived are lost.
  await killPostgres(database);
  isStopped = true;
  await Promise.all(load);
  await ours.stop();

  const latest = await restore("latest", []);
  const stored = new Set(latest.references);
  const lost = [...acknowledged].filter(([reference, at]) => at < lostAt && !stored.has(reference));
  const lagMs = lostAt - Math.min(lostAt, ...lost.map(([, at]) => at));
  const then = await restore("then", ["--type=time", `--target=${target}`]);
  const isBetween = then.references.includes(before) && !then.references.includes(after);

  const limitMs = seconds(archiveTimeoutSeconds) + maxPushMs;
  const results = [
    [lagMs <= limitMs, `oldest lost record: ${Math.round(lagMs)} ms, at most ${limitMs} ms`],
    [
      stored.has(before) && stored.has(after),
      `restored ${stored.size} records, lost ${lost.length}`,
    ],
    [isBetween, `restored to ${target}: the write before it is there, the write after it is not`],
  ] as const;
  console.log(`restores took ${latest.seconds} s and ${then.seconds} s`);
  for (const [isRight, text] of results) console.log(`${isRight ? "ok" : "FAILED"}: ${text}`);
  const failed = results.filter(([isRight]) => !isRight).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** UID or GID of the database's account. */
async function readId(option: "-u" | "-g"): Promise<number> {
  return Number((await run("id", [option, "postgres"])).stdout);
}

/** A small object store with TLS, which pgBackRest requires. */
async function startStore() {
  const key = path.join(folder, "key.pem");
  const certificate = path.join(folder, "certificate.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  await run("openssl", [...request, "-keyout", key, "-out", certificate, ...subject]);
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "store"),
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
    // It computes signatures for bucket requests differently from pgBackRest and S3.
    allowMismatchedSignatures: true,
    key: readFileSync(key),
    cert: readFileSync(certificate),
  });
  const { port } = await server.run();
  return {
    port,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

function describeStore(port: number): string {
  return `[global]
repo1-type=s3
repo1-path=/site
repo1-s3-bucket=${bucket}
repo1-s3-endpoint=localhost
repo1-storage-port=${port}
repo1-storage-ca-file=${path.join(folder, "certificate.pem")}
repo1-s3-uri-style=path
repo1-s3-region=us-east-1
repo1-s3-key=S3RVER
repo1-s3-key-secret=S3RVER
repo1-retention-full=2
compress-type=zst
start-fast=y
lock-path=${own}/lock
log-path=${own}/log
spool-path=${own}/spool
`;
}

function describeServer(data: string, port: number): string {
  const push = `pgbackrest --config=${config} --stanza=site --pg1-path=${data} archive-push %p`;
  return `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${own}'
archive_mode = on
archive_timeout = ${archiveTimeoutSeconds}
archive_command = '${push}'
`;
}

/** Restores into a new folder, starts a server on it, and reads its records. */
async function restore(name: string, target: readonly string[]) {
  const data = path.join(own, name);
  const port = await findFreePort();
  const startedAt = performance.now();
  await asPostgres("mkdir", "-m", "0700", data);
  const options = ["--archive-mode=off", ...target];
  await backRest(
    data,
    port,
    "restore",
    ...options,
    ...(target.length > 0 ? ["--target-action=promote"] : []),
  );
  await appendFile(path.join(data, "postgresql.conf"), `\nport = ${port}\n`);
  database = await startPostgres(data, port);
  const client = await connect(port);
  const { rows } = await client.query<{ reference: string }>("select reference from submissions");
  await client.end();
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000);
  await killPostgres(database);
  return { references: rows.map(({ reference }) => reference), seconds: tookSeconds };
}

async function backRest(data: string, port: number, command: string, ...options: string[]) {
  const where = [`--pg1-path=${data}`, "--stanza=site", `--config=${config}`];
  const socket = command === "restore" ? [] : [`--pg1-port=${port}`, `--pg1-socket-path=${own}`];
  await asPostgres("pgbackrest", ...where, ...socket, ...options, command);
}

async function asPostgres(program: string, ...args: string[]): Promise<void> {
  await run(program, args, { cwd: own, ...user });
}

/** Resolves once the server accepts writes, so recovery has finished. */
async function startPostgres(data: string, port: number): Promise<ChildProcess> {
  const child = spawn(`${programs}/postgres`, ["-D", data], { cwd: own, stdio: "ignore", ...user });
  const client = await connect(port);
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>("select pg_is_in_recovery() as is");
    if (rows[0]?.is === false) break;
    await wait(100);
  }
  await client.end();
  return child;
}

async function killPostgres(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function connect(port: number): Promise<pg.Client> {
  const giveUpAt = performance.now() + startLimitMs;
  for (;;) {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres" });
    // The connection breaks when the server is killed.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await wait(100);
    }
  }
}

async function readClock(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ now: string }>("select clock_timestamp()::text as now");
  await client.end();
  return rows[0]?.now ?? "";
}

/** Sends a form. @returns the reference of the stored record */
async function send(origin: string): Promise<string> {
  const response = await fetch(origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Ada Lovelace",
      phone: "",
      email: "ada@example.com",
      message: `Please call me about a ride. ${crypto.randomUUID()}`,
    }),
  });
  if (response.status !== 201) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { reference: string }).reference;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
