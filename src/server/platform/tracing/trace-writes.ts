import type { DatabaseClient } from "../db/client.ts";
import { inSpan } from "./spans.ts";

/**
 * Puts each write into a span. It lasts from the call to the durable commit: what its statements
 * leave of it is waiting and, on SQLite, the commit that many writes share.
 */
export function traceWrites(client: DatabaseClient): DatabaseClient {
  return {
    ...client,
    write: (job) => inSpan({ name: "transaction" }, () => client.write(job)),
    writeOne: (job) => inSpan({ name: "transaction" }, () => client.writeOne(job)),
  };
}
