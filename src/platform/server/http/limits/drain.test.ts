import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { connectionLimits, limitConnections } from "./connection-limits.ts";
import { drainConnections } from "./drain.ts";

/** In milliseconds; a limit of three seconds for accepting connections once lost requests. */
const pauseMs = 3200;

test("a draining server that the system pauses still accepts all connections in its backlog", async () => {
  const server = createServer((_, response) => response.end("stored"));
  const context = { limits: connectionLimits, trustProxy: false, rejection: Buffer.from("") };
  const connections = limitConnections(server, context);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.once("connection", () =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs),
  );

  const responses = Array.from({ length: 5 }, () => {
    const client = connect(port, "127.0.0.1");
    client.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n");
    return text(client);
  });
  await drainConnections(server, connections);

  for (const response of await Promise.all(responses)) expect(response).toContain("stored");
});
