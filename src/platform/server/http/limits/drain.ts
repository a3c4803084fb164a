import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { seconds } from "../../../contract/durations.ts";
import type { Connections } from "./connection-limits.ts";

/** Maximum number of connections to accept from the system's backlog, twice what it holds. */
const maxAccepted = 1024;
/** Maximum wait for the first bytes of a new connection, in milliseconds. */
const firstBytesLimitMs = seconds(1);
const pollMs = 10;
/** Interval of closing connections that became idle, in milliseconds. */
const closeIdleEveryMs = 50;

/**
 * Stops listening, responds to requests on open connections, and closes each after its response.
 * Resolves when none is left; a slow request may delay that for a long time.
 */
export async function drainConnections(server: Server, connections: Connections): Promise<void> {
  if (!server.listening) return;
  connections.isDraining = true;
  await acceptWaiting(connections);
  const closed = new Promise((resolve) => server.once("close", resolve));
  // http.Server.close would also close connections whose first request has not arrived yet.
  NetServer.prototype.close.call(server);
  // Counts polls, so that a paused process still reads the requests that arrived meanwhile.
  for (let ms = 0; ms < firstBytesLimitMs && isWaitingForFirstBytes(connections); ms += pollMs)
    await wait(pollMs);
  server.closeIdleConnections();
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  await closed;
  clearInterval(closing);
}

/** The event loop accepts one connection per turn; a turn without one means that none is queued. */
async function acceptWaiting(connections: Connections): Promise<void> {
  const first = connections.accepted;
  let before: number;
  do {
    before = connections.accepted;
    // The first turn may start after the poll phase, the second never does.
    await nextTurn();
    await nextTurn();
  } while (connections.accepted > before && before < first + maxAccepted);
}

function isWaitingForFirstBytes({ sockets }: Connections): boolean {
  for (const socket of sockets) if (socket.bytesRead === 0) return true;
  return false;
}
