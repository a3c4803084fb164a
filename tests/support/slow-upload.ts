import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";

/** An upload over a raw socket whose body is sent in parts. */
export interface SlowUpload {
  send(bytes: Buffer): Promise<void>;
  /** Status of the response, once it arrives. */
  readonly status: Promise<number>;
  readonly socket: Socket;
}

/**
 * Sends the head of a request to a listening server.
 * @param length value of Content-Length
 */
export async function startSlowUpload(
  { server }: FastifyInstance,
  url: string,
  length: number,
  headers: Readonly<Record<string, string>> = {},
  method: "PUT" | "POST" = "PUT",
): Promise<SlowUpload> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const all = { host: `127.0.0.1:${port}`, "content-length": String(length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const send = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const status = once(socket, "data").then(([bytes]) => Number(String(bytes).split(" ")[1]));
  // Tests that ignore the status must not fail with an unhandled rejection.
  status.catch(() => undefined);
  await send(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  return { send, status, socket };
}
