/**
 * How many readers time a connection's request themselves, by progress: an upload may take
 * longer than the time in which every other request must be complete.
 */
const timedByReader = new WeakMap<object, number>();

/** Takes a connection out of the server's request timeout. @returns what puts it back */
export function suspendRequestTimeout(socket: object): () => void {
  timedByReader.set(socket, (timedByReader.get(socket) ?? 0) + 1);
  return () => void timedByReader.set(socket, (timedByReader.get(socket) ?? 1) - 1);
}

/** Whether the server's request timeout is not to end this connection. */
export function isRequestTimeoutSuspended(socket: object): boolean {
  return (timedByReader.get(socket) ?? 0) > 0;
}
