import type { DatabaseClient } from "../db/client.ts";
import { inSpan } from "./spans.ts";

/**
 * Wraps each write in a span from the call to the durable commit. Time outside its statements is
 * queueing and, on SQLite, the group commit.
 */
export function traceWrites(client: DatabaseClient): DatabaseClient {
  return {
    ...client,
    write: (job) => inSpan({ name: "transaction" }, () => client.write(job)),
    writeOne: (job) => inSpan({ name: "transaction" }, () => client.writeOne(job)),
  };
}
