import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Kysely's COMMIT on the wire. */
const commit = Buffer.from("commit\0");

/** A proxy between a server and its PostgreSQL that loses responses. Ends with the test. */
export class PostgresProxy {
  /** Address of the database through the proxy. */
  readonly url: string;
  #isDown = false;
  #commitsUntilLoss = 0;
  #losesAll = false;
  readonly #sockets = new Set<Socket>();

  private constructor(url: string) {
    this.url = url;
  }

  /** @param databaseUrl the PostgreSQL behind the proxy */
  static async start(databaseUrl: string): Promise<PostgresProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(databaseUrl);
    const { hostname, port } = url;
    url.hostname = "127.0.0.1";
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new PostgresProxy(url.href);
    server.on("connection", (client) => proxy.#join(client, connect(Number(port), hostname)));
    onTestFinished(() => {
      server.close();
      proxy.goDown();
    });
    return proxy;
  }

  /**
   * The database carries out a COMMIT, but its answer never arrives: the connection breaks.
   * @param nth which of the COMMITs from now on
   * @param thenDown nothing else gets through after it, until `comeUp`
   */
  loseCommitAnswer(nth = 1, thenDown = false): void {
    this.#commitsUntilLoss = nth;
    this.#losesAll = thenDown;
  }

  /** Breaks every connection and takes none. */
  goDown(): void {
    this.#isDown = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  comeUp(): void {
    this.#isDown = false;
  }

  #join(client: Socket, server: Socket): void {
    const end = (): void => {
      for (const socket of [client, server]) {
        socket.destroy();
        this.#sockets.delete(socket);
      }
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    if (this.#isDown) end();
    let isLosing = false;
    client.on("data", (bytes: Buffer) => {
      if (bytes.includes(commit)) {
        this.#commitsUntilLoss -= 1;
        isLosing = this.#commitsUntilLoss === 0;
      }
      server.write(bytes);
    });
    server.on("data", (bytes: Buffer) => {
      if (!isLosing) client.write(bytes);
      // So the database says that it is done.
      else if (bytes.includes("COMMIT\0")) {
        if (this.#losesAll) this.goDown();
        else end();
      }
    });
  }
}
