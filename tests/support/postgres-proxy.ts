import { startTcpProxy } from "./tcp-proxy.ts";

/** Kysely's COMMIT on the wire. */
const commit = Buffer.from("commit\0");
/** PostgreSQL's answer to it. */
const committed = Buffer.from("COMMIT\0");

/** A proxy between a server and its PostgreSQL that loses responses. */
export interface PostgresProxy {
  /** Address of the database through the proxy. */
  readonly url: string;
  /**
   * The database carries out a COMMIT, but its answer never arrives: the connection breaks.
   * @param nth which of the COMMITs from now on
   * @param thenDown nothing else gets through after it, until `comeUp`
   */
  loseCommitAnswer(nth?: number, thenDown?: boolean): void;
  comeUp(): void;
}

/** Starts a proxy for the database at this address; it ends with the test. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  let isDown = false;
  let commitsUntilLoss = 0;
  let losesAll = false;
  const proxy = await startTcpProxy(databaseUrl, (breakConnection) => {
    if (isDown) breakConnection();
    let isLosing = false;
    return {
      toServer(bytes) {
        if (!bytes.includes(commit)) return;
        commitsUntilLoss -= 1;
        isLosing = commitsUntilLoss === 0;
      },
      toClient(bytes) {
        if (!isLosing) return true;
        if (bytes.includes(committed)) {
          isDown = losesAll;
          if (losesAll) proxy.breakAll();
          else breakConnection();
        }
        return false;
      },
    };
  });
  return {
    url: proxy.url,
    loseCommitAnswer(nth = 1, thenDown = false) {
      commitsUntilLoss = nth;
      losesAll = thenDown;
    },
    comeUp() {
      isDown = false;
    },
  };
}
