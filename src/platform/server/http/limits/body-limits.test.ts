import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer, type TestServer } from "../../../../../tests/support/server.ts";
import { contactForm } from "../../../../features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../../contract/form-engine/submission.ts";

const path = submissionPath(contactForm.collection);

async function start(maxLargeBodies: number): Promise<TestServer> {
  const server = await startServer({ bodyLimits: { maxLargeBodies } });
  onTestFinished(() => server.stop());
  return server;
}

/** Sends the head of a request and the start of its body, and then stalls. */
async function stall({ app }: TestServer, length: string) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const head = [`POST ${path} HTTP/1.1`, "host: localhost", "content-type: application/json"];
  socket.write(`${[...head, length].join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Sends a valid form with a message of three-byte letters. */
function send({ origin }: TestServer, letters: number): Promise<Response> {
  const message = "€".repeat(letters);
  return fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ruth", phone: "", email: "ruth@example.com", message }),
  });
}

const large = 6000;
const small = 300;

test.each(["content-length: 60000", "transfer-encoding: chunked"])(
  "stalled large bodies (%s) occupy only their slots, and release them at the end",
  async (length) => {
    const server = await start(2);
    const stalled = [await stall(server, length), await stall(server, length)];
    await expect.poll(async () => (await send(server, large)).status).toBe(503);
    const rejected = await send(server, large);
    expect(rejected.headers.get("retry-after")).toBe("2");
    expect(await rejected.json()).toMatchObject({ code: "busy" });
    expect((await send(server, small)).status).toBe(201);
    stalled[0]?.destroy();
    await expect.poll(async () => (await send(server, large)).status).toBe(201);
  },
);

test("consecutive large bodies are all accepted", async () => {
  const server = await start(1);
  for (let count = 0; count < 5; count += 1) {
    await expect.poll(async () => (await send(server, large)).status).toBe(201);
  }
});
