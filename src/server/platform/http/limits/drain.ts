import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { seconds } from "../../durations.ts";
import type { Connections } from "./connection-limits.ts";

/** Longest time for connections that the system took on and nobody fetched yet, in milliseconds. */
const acceptLimitMs = seconds(3);
/** Longest wait for the first bytes of a connection that was just made. */
const firstBytesLimitMs = seconds(1);
const firstBytesPollMs = 10;
/** How often connections are closed whose request, begun before the stop, has been answered. */
const closeIdleEveryMs = 50;

/**
 * Takes no more connections, answers what was sent on those that there are, and closes each
 * after its answer. Resolves when none is left; a slow request may keep one for long.
 */
export async function drainConnections(server: Server, connections: Connections): Promise<void> {
  if (!server.listening) return;
  connections.isDraining = true;
  await acceptWaiting(connections);
  const closed = new Promise((resolve) => server.once("close", resolve));
  // The close of http.Server would at once cut connections whose first request is on its way.
  NetServer.prototype.close.call(server);
  const end = performance.now() + firstBytesLimitMs;
  while (performance.now() < end && hasUnread(connections)) await wait(firstBytesPollMs);
  server.closeIdleConnections();
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  await closed;
  clearInterval(closing);
}

/** The event loop fetches one connection in each turn; after a turn without, none waits. */
async function acceptWaiting(connections: Connections): Promise<void> {
  const end = performance.now() + acceptLimitMs;
  let before: number;
  do {
    before = connections.accepted;
    // The first may begin right after a look at the network, the second never does.
    await nextTurn();
    await nextTurn();
  } while (connections.accepted > before && performance.now() < end);
}

function hasUnread({ sockets }: Connections): boolean {
  for (const socket of sockets) if (socket.bytesRead === 0) return true;
  return false;
}
