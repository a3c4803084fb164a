import { startTcpProxy } from "./tcp-proxy.ts";

/** Kysely's COMMIT on the wire. */
const commit = Buffer.from("commit\0");
/** PostgreSQL's response to it. */
const committed = Buffer.from("COMMIT\0");

/** A proxy in front of PostgreSQL that can lose responses. */
export interface PostgresProxy {
  readonly url: string;
  /**
   * Breaks the connection after the database has executed a COMMIT, before the response.
   * @param nth which of the following COMMITs
   * @param thenDown whether the proxy then stays down until `comeUp`
   */
  loseCommitResponse(nth?: number, thenDown?: boolean): void;
  comeUp(): void;
}

/** Starts a proxy for the database at this URL; stops with the test. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  let isDown = false;
  let commitsUntilLoss = 0;
  let goesDownAfterLoss = false;
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
          isDown = goesDownAfterLoss;
          if (goesDownAfterLoss) proxy.breakAll();
          else breakConnection();
        }
        return false;
      },
    };
  });
  return {
    url: proxy.url,
    loseCommitResponse(nth = 1, thenDown = false) {
      commitsUntilLoss = nth;
      goesDownAfterLoss = thenDown;
    },
    comeUp() {
      isDown = false;
    },
  };
}
