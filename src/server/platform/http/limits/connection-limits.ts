import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "../../durations.ts";
import { isPrivateAddress, networkOf } from "../network.ts";
import { NetworkQuota } from "./network-quota.ts";

/** What one server takes on at once; more is turned away quickly, so that the rest is served well. */
export interface ConnectionLimits {
  /** Open connections in all. */
  readonly maxConnections: number;
  /** Open connections of one visitor's network. */
  readonly maxConnectionsPerNetwork: number;
  /** Requests on one connection that wait while an earlier one is answered. Browsers send none. */
  readonly maxPipelinedRequests: number;
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 4000,
  maxConnectionsPerNetwork: 200,
  maxPipelinedRequests: 20,
};

/** From this share of all connections on, those that only wait for a next request are closed. */
const crowdedShare = 0.9;
const closeIdleEveryMs = seconds(1);
/** How long a connection that was turned away may take to read why, in milliseconds. */
const rejectionLimitMs = seconds(1);
/** Beyond so many that are being told, connections are cut without a word. */
const maxRejections = 200;

interface Surroundings {
  readonly limits: ConnectionLimits;
  /** Every connection comes from the proxy, wherever that stands. */
  readonly trustProxy: boolean;
  /** What is written to a connection that is turned away: a whole response, as bytes. */
  readonly rejection: Buffer;
}

/** What is open now, and what happened since the start. */
export interface Connections {
  readonly sockets: Set<Socket>;
  /** Connections that came, those turned away too. */
  accepted: number;
  rejected: number;
  overPipelined: number;
  /** The server stops: each connection ends with its answer. */
  isDraining: boolean;
}

/**
 * Limits how many connections are open, in all and for each network, and answers the requests
 * of one connection one after the other. A proxy's connections all come from one near
 * address: that one may open as many as it likes.
 */
export function limitConnections(server: Server, surroundings: Surroundings): Connections {
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
  { limits, trustProxy, rejection }: Surroundings,
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
    if (sockets.size >= crowdedShare * limits.maxConnections) closeIdle();
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
    // With unread bytes the system would reset the connection, and the words would be lost.
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
    // A response gets the connection when the one before it is done; on its own it has it already.
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
      // Everybody else's requests come first.
      setImmediate(() => {
        if (socket.writable) handle(request, response);
        else socket.destroy();
      });
    });
  });
}
