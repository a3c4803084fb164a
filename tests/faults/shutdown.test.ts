import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { alwaysAcceptedWrites } from "../../src/platform/server/db/write-limit.ts";
import { validValues } from "../support/form-values.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

/** Logged when the time for pending requests and emails is over. */
const unfinished = "stopped before all requests and emails finished";

async function start(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-shutdown-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServerProcess(dataDir, { RATE_LIMITS: "off", ...settings });
  onTestFinished(async () => {
    await endProcess(server.child, "SIGKILL");
  });
  return { ...server, dataDir };
}

async function readReferences(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  await database.close();
  return rows.map(({ reference }) => reference);
}

/**
 * Sends a message on a separate connection. With `expect: 100-continue` the body is not sent until
 * `sendBody`.
 */
function send(origin: string, number: number, headers: readonly string[] = []) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const values = { ...validValues(contactForm), message: `message ${number}` };
  const body = JSON.stringify(values);
  const head = [
    `POST ${submissionPath(contactForm.collection)} HTTP/1.1`,
    "host: localhost",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  let text = "";
  let failure: string | undefined;
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  socket.on("error", ({ message }) => {
    failure = message;
  });
  const connected = once(socket, "connect");
  const firstData = once(socket, "data");
  firstData.catch(() => undefined);
  const response = once(socket, "close").then(() => failure ?? text);
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const sendBody = () => void socket.write(body);
  if (!headers.some((header) => header.startsWith("expect:"))) sendBody();
  return { connected, firstData, sendBody, response };
}

async function acceptsConnections(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test("a stopping server responds to and stores requests on every open connection", async () => {
  const { origin, child, dataDir } = await start();
  await fetch(origin);
  // More than the event loop reads at once: most are in kernel buffers when the signal arrives.
  // Fewer than the writes that are always accepted: a starved server may reject more.
  const count = alwaysAcceptedWrites - 16;
  const sent = Array.from({ length: count }, (_, number) => send(origin, number));
  await Promise.all(sent.map(({ connected }) => connected));
  const code = await endProcess(child, "SIGTERM");
  const responses = await Promise.all(sent.map(({ response }) => response));

  expect(code).toBe(0);
  expect(responses.filter((text) => !text.startsWith("HTTP/1.1 201 "))).toEqual([]);
  const references = responses.map((text) => /"reference":"(\w+)"/.exec(text)?.[1]);
  expect(new Set(references).size).toBe(count);
  expect((await readReferences(dataDir)).sort()).toEqual(references.sort());
});

test("with STOP_DELAY_SECONDS a stopping server keeps serving while its health checks fail", async () => {
  const { origin, child, dataDir } = await start({ STOP_DELAY_SECONDS: "60" });
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
  expect(await statusOf("/livez")).toBe(200);
  const ended = endProcess(child, "SIGTERM");
  await expect.poll(() => statusOf("/livez"), { timeout: 30_000, interval: 10 }).toBe(503);
  expect(await statusOf("/readyz")).toBe(503);
  expect(await send(origin, 0, ["connection: close"]).response).toContain("HTTP/1.1 201 ");
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect(await readReferences(dataDir)).toHaveLength(1);
});

test("a stopping server exits once the responses to pending requests are sent", async () => {
  const { origin, child, output } = await start();
  const sent = Array.from({ length: 20 }, (_, number) =>
    send(origin, number, ["expect: 100-continue"]),
  );
  // The server has read the heads of these requests.
  await Promise.all(sent.map(({ firstData }) => firstData));
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await expect.poll(() => acceptsConnections(origin), { interval: 10 }).toBe(false);
  for (const { sendBody } of sent) sendBody();
  expect(await closed).toEqual([0, null]);
  const responses = await Promise.all(sent.map(({ response }) => response));
  expect(responses.filter((text) => !text.includes("HTTP/1.1 201 "))).toEqual([]);
  expect(output()).not.toContain(unfinished);
});

test("a hanging SMTP server and an upload in progress delay shutdown by 10 s, with exit code 0", async () => {
  // Accepts connections and never responds.
  const silent = createServer((socket) => socket.on("error", () => undefined));
  silent.listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { origin, child, dataDir, output } = await start({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    STAFF_EMAIL: "staff@example.com",
  });
  const reached = once(silent, "connection");
  const { response } = send(origin, 1);
  const { hostname, port: own } = new URL(origin);
  const upload = connect({ host: hostname, port: Number(own) });
  upload.on("error", () => undefined);
  upload.write("POST /contact HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n");
  upload.write("content-type: application/json\r\ncontent-length: 100\r\n\r\n{");
  await Promise.all([reached, once(upload, "data")]);

  const stopped = performance.now();
  const closed = once(child, "close");
  child.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
  const tookMs = performance.now() - stopped;
  expect(tookMs).toBeGreaterThan(9000);
  expect(tookMs).toBeLessThan(30_000);
  expect(output()).toContain(unfinished);
  expect(await response).toContain("HTTP/1.1 201 ");
  expect(await readReferences(dataDir)).toHaveLength(1);
});
