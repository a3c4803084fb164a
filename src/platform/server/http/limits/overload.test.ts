import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import {
  type ServerChoices,
  startServer,
  type TestServer,
} from "../../../../../tests/support/server.ts";
import { brand } from "../../../../brand.ts";
import { paths } from "../../../contract/paths.ts";

async function start(choices: ServerChoices = {}): Promise<TestServer> {
  const server = await startServer(choices);
  onTestFinished(() => server.stop());
  return server;
}

/** A separate connection that sends raw bytes. */
function open({ app }: TestServer, bytes = "") {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return watch(socket, bytes);
}

function watch<Connection extends Duplex>(socket: Connection, bytes = "") {
  const seen = { text: "" };
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    seen.text += String(chunk);
  });
  if (bytes !== "") socket.write(bytes);
  const statuses = () =>
    [...seen.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
  return { socket, seen, statuses };
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
}

/** The first render loads the renderer, perhaps on a busy computer. */
const patient = { timeout: 30_000 };

const invalidForm = "name=&email=nope";

function post(path: string, header = "accept: */*"): string {
  return [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${invalidForm.length}`,
    header,
    `\r\n${invalidForm}`,
  ].join("\r\n");
}

function sendInvalidForm({ origin }: TestServer): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return fetch(origin + paths.contact, { method: "POST", headers, body: invalidForm });
}

async function readSample({ origin }: TestServer, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
}

test("pipelined requests get responses in order", async () => {
  const server = await start();
  const { seen, statuses } = open(
    server,
    post(paths.contact) + get(paths.support) + post(paths.contact) + get("/nope"),
  );
  await expect.poll(statuses, patient).toEqual([422, 200, 422, 404]);
  expect(seen.text.match(/<title>Error: /g)).toHaveLength(2);
});

test("a connection with too many pipelined requests is closed", async () => {
  const server = await start({ connectionLimits: { maxPipelinedRequests: 5 } });
  const { socket, statuses } = open(server, get("/readyz").repeat(5));
  await expect.poll(statuses, patient).toEqual([200, 200, 200, 200, 200]);
  socket.write(post(paths.contact).repeat(200));
  await once(socket, "close");
  expect(await readSample(server, "page_renders_total")).toBeLessThan(5);
  expect((await fetch(server.origin)).status).toBe(200);
});

test("excess page renders are rejected with a message; other pages are still served", async () => {
  const server = await start({ renderLimits: { maxQueued: 3, maxQueuedPerNetwork: 3 } });
  const posts = Array.from({ length: 30 }, () =>
    server.app.inject({
      method: "POST",
      url: paths.contact,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: invalidForm,
    }),
  );
  expect((await server.app.inject(paths.families)).statusCode).toBe(200);
  const responses = await Promise.all(posts);
  const rejected = responses.filter(({ statusCode }) => statusCode === 503);
  expect(rejected).toHaveLength(26);
  for (const { headers, body } of rejected) {
    expect(headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(body).toContain("We have a lot of visitors right now.");
    expect(body).toContain(brand.phone.shown);
  }
  expect(await readSample(server, "page_renders_rejected_total")).toBe(rejected.length);
  expect((await sendInvalidForm(server)).status).toBe(422);
});

test.each([
  "/portal/login?next=/portal/profile",
  "/portal/login?logged-out",
  "/portal/create-account?next=/portal/settings",
  "/support?about=ACDEFHJK",
])("%s is rendered once for all visitors", async (address) => {
  const server = await start();
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const response = await fetch(server.origin + address);
      expect(response.headers.get("cache-control")).toBe("no-store");
      return response.text();
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('id="form-state"');
  expect(await readSample(server, "page_renders_total")).toBe(1);
});

test("connections over the limit get Retry-After and are closed", async () => {
  const server = await start({ connectionLimits: { maxConnections: 10 } });
  const slow = [];
  for (let count = 0; count < 10; count += 1) {
    // None is idle: the server is waiting for a request's body.
    const sender = open(server, post(paths.contact, "expect: 100-continue").slice(0, -1));
    await expect.poll(sender.statuses, patient).toEqual([100]);
    slow.push(sender);
  }
  const late = open(server, get("/"));
  await once(late.socket, "close");
  expect(late.statuses()).toEqual([503]);
  expect(late.seen.text).toMatch(/^retry-after: 2\r$/m);
  expect(late.seen.text).toContain(brand.phone.shown);

  slow[0]?.socket.destroy();
  slow[1]?.socket.destroy();
  await expect
    .poll(
      async () => (await fetch(server.origin, { headers: { connection: "close" } })).status,
      patient,
    )
    .toBe(200);
  expect(await readSample(server, "http_connections_rejected_total")).toBeGreaterThan(0);
});

test("idle connections are closed before any are rejected", async () => {
  const server = await start({ connectionLimits: { maxConnections: 10 } });
  const idle = Array.from({ length: 9 }, () => open(server, get("/livez")));
  for (const { statuses } of idle) await expect.poll(statuses, patient).toEqual([200]);
  const next = open(server, get("/livez"));
  await expect.poll(next.statuses, patient).toEqual([200]);
  // Well before the server's keep-alive timeout, 72 seconds.
  const stillOpen = () => idle.filter(({ socket }) => !socket.destroyed);
  await expect.poll(stillOpen, patient).toEqual([]);
  expect(next.socket.destroyed).toBe(false);
  const later = Array.from({ length: 9 }, () => open(server, get("/livez")));
  for (const { statuses } of later) await expect.poll(statuses, patient).toEqual([200]);
});

test("rejected connections get a response for a second, 200 at a time", async () => {
  const server = await start({ connectionLimits: { maxConnections: 0 } });
  // No client disconnects.
  const late = Array.from({ length: 205 }, () => openFrom(server, "203.0.113.9"));
  const answered = () => late.filter(({ statuses }) => statuses()[0] === 503);
  const cut = () => late.filter(({ socket }) => socket.destroyed);
  expect(cut()).toHaveLength(5);
  await expect.poll(() => cut().length, patient).toBe(205);
  expect(answered()).toHaveLength(200);
});

test("one network may open only its share of the connections; a local proxy has no limit", async () => {
  const server = await start({
    connectionLimits: { maxConnections: 50, maxConnectionsPerNetwork: 3 },
  });
  const visit = async (address: string) => {
    const connection = openFrom(server, address, get("/livez"));
    await expect.poll(connection.statuses, patient).toHaveLength(1);
    return { status: connection.statuses()[0], client: connection.socket };
  };
  const first = await visit("203.0.113.9");
  for (const address of ["203.0.113.9", "::ffff:203.0.113.9"]) {
    expect((await visit(address)).status).toBe(200);
  }
  expect((await visit("203.0.113.9")).status).toBe(503);
  expect((await visit("203.0.113.8")).status).toBe(200);
  for (let count = 0; count < 10; count += 1) expect((await visit("10.0.0.7")).status).toBe(200);
  first.client.destroy();
  await expect.poll(async () => (await visit("203.0.113.9")).status).toBe(200);
});

test("behind a proxy, all connections from its address are accepted", async () => {
  const server = await start({
    connectionLimits: { maxConnectionsPerNetwork: 3 },
    settings: { TRUST_PROXY: "on" },
  });
  const all = Array.from({ length: 10 }, () => openFrom(server, "203.0.113.9", get("/livez")));
  for (const { statuses } of all) await expect.poll(statuses, patient).toEqual([200]);
});

function openFrom({ app }: TestServer, address: string, bytes = "") {
  const { client, remote } = makePipe(address);
  app.server.emit("connection", remote as unknown as Socket);
  return watch(client, bytes);
}

/** Two ends of a connection in this process; the server's end has a fake remote address. */
function makePipe(remoteAddress: string) {
  const make = (other: () => Duplex) =>
    new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => {
        other().push(chunk);
        done();
      },
      final: (done) => {
        other().push(null);
        done();
      },
      destroy: (error, done) => {
        if (!other().destroyed) other().destroy();
        done(error);
      },
    });
  const client: Duplex = make(() => remote);
  const remote: Duplex = Object.assign(
    make(() => client),
    { remoteAddress, setTimeout: () => remote, setNoDelay: () => remote },
  );
  return { client, remote };
}
