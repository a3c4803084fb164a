import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";

/** A client that announces a body and sends it slowly, over its own socket. */
export interface SlowSender {
  send(bytes: Buffer): Promise<void>;
  /** Status of the answer; resolves once it came. */
  readonly status: Promise<number>;
  readonly socket: Socket;
}

/**
 * Begins to send a body to a server that listens.
 * @param length bytes that the body is announced to have
 */
export async function beginSending(
  { server }: FastifyInstance,
  url: string,
  length: number,
  headers: Readonly<Record<string, string>> = {},
  method: "PUT" | "POST" = "PUT",
): Promise<SlowSender> {
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
  // Who never looks at the answer must not end the test.
  status.catch(() => undefined);
  await send(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  return { send, status, socket };
}
