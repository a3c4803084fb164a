import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "../../../contract/durations.ts";
import { isPrivateAddress, networkOf } from "../network.ts";
import { NetworkQuota } from "./network-quota.ts";

/** Limits of one server; excess connections are rejected quickly to protect the others. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  /** Requests waiting on one connection for an earlier response. Browsers send none. */
  readonly maxPipelinedRequests: number;
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 4000,
  maxConnectionsPerNetwork: 200,
  maxPipelinedRequests: 20,
};

/** Share of open connections above which idle ones are closed. */
const closeIdleShare = 0.9;
const closeIdleEveryMs = seconds(1);
/** How long a rejected connection may take to read the response, in milliseconds. */
const rejectionLimitMs = seconds(1);
/** Maximum connections being rejected; further ones are closed without a response. */
const maxRejections = 200;

interface LimitContext {
  readonly limits: ConnectionLimits;
  /** All connections come from the proxy, regardless of its address. */
  readonly trustProxy: boolean;
  /** Response to a rejected connection, as bytes. */
  readonly rejection: Buffer;
}

/** Open connections, and counts since the start. */
export interface Connections {
  readonly sockets: Set<Socket>;
  /** All connections, including rejected ones. */
  accepted: number;
  rejected: number;
  overPipelined: number;
  /** During shutdown: each connection closes after its response. */
  isDraining: boolean;
}

/**
 * Limits open connections, in total and for each network, and serializes the requests of a
 * connection. A local proxy is not limited, since all of its connections come from one private
 * address.
 */
export function limitConnections(server: Server, surroundings: LimitContext): Connections {
  const connections = {
    sockets: new Set<Socket>(),
    accepted: 0,
    rejected: 0,
    overPipelined: 0,
    isDraining: false,
  };
  limitOpenConnections(server, surroundings, connections);
  serializeRequests(server, surroundings.limits.maxPipelinedRequests, connections);
  return connections;
}

function limitOpenConnections(
  server: Server,
  { limits, trustProxy, rejection }: LimitContext,
  connections: Connections,
): void {
  const { sockets } = connections;
  const quota = new NetworkQuota(limits.maxConnections, limits.maxConnectionsPerNetwork);
  let rejections = 0;
  let closedIdleAt = 0;
  const accepting = server.listeners("connection");
  server.removeAllListeners("connection");

  server.on("connection", (socket: Socket) => {
    connections.accepted += 1;
    if (sockets.size >= closeIdleShare * limits.maxConnections) closeIdle();
    const address = socket.remoteAddress;
    const network =
      address === undefined || trustProxy || isPrivateAddress(address)
        ? undefined
        : networkOf(address);
    const release = quota.take(network);
    if (!release) {
      reject(socket);
      return;
    }
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      release();
    });
    for (const accept of accepting) accept.call(server, socket);
  });

  function closeIdle(): void {
    const now = performance.now();
    if (now - closedIdleAt < closeIdleEveryMs) return;
    closedIdleAt = now;
    server.closeIdleConnections();
  }

  function reject(socket: Socket): void {
    connections.rejected += 1;
    socket.on("error", () => undefined);
    if (rejections >= maxRejections) {
      socket.destroy();
      return;
    }
    rejections += 1;
    const late = setTimeout(() => socket.destroy(), rejectionLimitMs).unref();
    socket.once("close", () => {
      rejections -= 1;
      clearTimeout(late);
    });
    // If bytes were left unread, the system would reset the connection and the response be lost.
    socket.resume();
    socket.end(rejection);
  }
}

function serializeRequests(
  server: Server,
  maxPipelinedRequests: number,
  connections: Connections,
): void {
  const waiting = new WeakMap<Socket, number>();
  const handlers = server.listeners("request") as RequestListener[];
  const handle: RequestListener = (request, response) => {
    for (const handler of handlers) handler.call(server, request, response);
  };
  server.removeAllListeners("request");

  server.on("request", (request, response) => {
    if (connections.isDraining) response.setHeader("connection", "close");
    // A response gets the socket when the previous one is done; the first has it immediately.
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    if (socket.destroyed) return;
    const others = waiting.get(socket) ?? 0;
    if (others >= maxPipelinedRequests) {
      connections.overPipelined += 1;
      socket.destroy();
      return;
    }
    waiting.set(socket, others + 1);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Give the requests of other connections priority.
      setImmediate(() => {
        if (socket.writable) handle(request, response);
        else socket.destroy();
      });
    });
  });
}
