/**
 * Number of readers per connection that enforce a minimum pace instead: an upload may take longer
 * than the server's request timeout.
 */
const timedByReader = new WeakMap<object, number>();

/** Suspends the server's request timeout of a connection. @returns a function that resumes it */
export function suspendRequestTimeout(socket: object): () => void {
  timedByReader.set(socket, (timedByReader.get(socket) ?? 0) + 1);
  return () => void timedByReader.set(socket, (timedByReader.get(socket) ?? 1) - 1);
}

/** Whether the server's request timeout is suspended for this connection. */
export function isRequestTimeoutSuspended(socket: object): boolean {
  return (timedByReader.get(socket) ?? 0) > 0;
}
