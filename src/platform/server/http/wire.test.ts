import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type CreateDatabase, describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";

/** Sends raw bytes, which no client library would send. */
async function openWire(
  createDatabase: CreateDatabase,
  settings: Readonly<Record<string, string>> = {},
) {
  const { app } = await openTestApp(createDatabase, settings);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async (request: string) => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.end(Buffer.from(request, "latin1"));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    const [head = "", body = ""] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
  };
}

const rest = "host: localhost\r\nconnection: close\r\n\r\n";

describeOnSqlite("raw HTTP requests", (_open, createDatabase) => {
  test.each([
    ["a path with broken escapes", `GET /contact% HTTP/1.1\r\n${rest}`, 400, "malformed"],
    ["no HTTP at all", "hello\r\n\r\n", 400, "malformed"],
    [
      "two lengths",
      `POST /contact HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n${rest}`,
      400,
      "malformed",
    ],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nx: ${"y".repeat(20_000)}\r\n${rest}`,
      431,
      "headers-too-large",
    ],
    ["two hosts", `GET / HTTP/1.1\r\nHost: other.example\r\n${rest}`, 400, "malformed"],
  ])("%s is rejected with our own message", async (_what, request, status, code) => {
    const send = await openWire(createDatabase);
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ code, message: expect.stringMatching(/\w/) });
    expect(answer.head).toContain("x-content-type-options: nosniff");
  });

  test("a request without a Host header is rejected", async () => {
    const send = await openWire(createDatabase);
    expect((await send("GET / HTTP/1.1\r\nconnection: close\r\n\r\n")).status).toBe(400);
  });

  test("too large headers on a keep-alive connection are rejected after the earlier responses", async () => {
    const { app } = await openTestApp(createDatabase);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let received = "";
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
    const kept = "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const statuses = () => received.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9)));
    socket.write(kept);
    await expect.poll(statuses).toEqual([200]);
    // The database check is running when the invalid request arrives.
    socket.write(`${kept}${kept}GET / HTTP/1.1\r\nx: ${"y".repeat(20_000)}\r\n\r\n`);
    await once(socket, "close");
    expect(statuses()).toEqual([200, 200, 200, 431]);
    const last = received.slice(received.lastIndexOf("\r\n\r\n"));
    expect(JSON.parse(last)).toMatchObject({ code: "headers-too-large" });
  });

  test("a request line may contain an absolute URL", async () => {
    const send = await openWire(createDatabase);
    expect((await send(`GET http://localhost/contact HTTP/1.1\r\n${rest}`)).status).toBe(200);
    expect((await send(`GET http://localhost HTTP/1.1\r\n${rest}`)).status).toBe(200);
    expect((await send(`GET http://localhost/api/x HTTP/1.1\r\n${rest}`)).status).toBe(404);
  });

  test.each(["/\\evil.example/", "//evil.example//", "http://x/\\evil.example/"])(
    "%s does not redirect to another site",
    async (url) => {
      const send = await openWire(createDatabase);
      const answer = await send(`GET ${url} HTTP/1.1\r\n${rest}`);
      expect(answer.status).toBe(404);
      expect(answer.head).not.toContain("location:");
    },
  );

  test("a token with non-ASCII characters is a wrong token", async () => {
    const send = await openWire(createDatabase, { METRICS_TOKEN: "secret" });
    const header = "authorization: Bearer secre\xe9\r\nx-forwarded-for: 1.2.3.4\r\n";
    expect((await send(`GET /metrics HTTP/1.1\r\n${header}${rest}`)).status).toBe(404);
  });
});
