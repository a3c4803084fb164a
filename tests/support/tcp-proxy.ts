import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Treatment of connections: pass all bytes; drop the server's responses; or drop everything without
 * a FIN or RST, as after a failover or behind a NAT that lost its state.
 */
type ProxyMode = "pass" | "drop responses" | "drop";

/** Observes the bytes of a connection. */
interface Observer {
  toServer(bytes: Buffer): void;
  /** @returns whether to pass them on */
  toClient(bytes: Buffer): boolean;
}

/** Called for each new connection, with a function that breaks it. */
type Observe = (breakConnection: () => void) => Observer;

export interface TcpProxy {
  /** The server's address with the proxy's host and port. */
  readonly url: string;
  readonly open: number;
  /**
   * Applies to new and open connections; one that already drops bytes keeps its mode.
   */
  setMode(mode: ProxyMode): void;
  /** Drops all responses on a connection after a packet to the server that contains this text. */
  dropResponsesTo(text: string): void;
  /** Replaces text with a substitute of the same length in packets to the server. */
  replace(text: string, substitute: string): void;
  breakAll(): void;
}

/** Starts a proxy for the server at this URL; stops with the test. */
export async function startTcpProxy(url: string, observe?: Observe): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const connections = new Set<Connection>();
  let mode: ProxyMode = "pass";
  const rules: Rules = { dropResponsesTo: undefined, replace: undefined };
  const server = createServer((client) => {
    const connection = new Connection(client, connect(Number(port), hostname), rules, mode);
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
    if (observe) connection.observer = observe(() => connection.destroy());
  });
  const breakAll = (): void => {
    for (const connection of connections) connection.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    breakAll();
  });
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    get open() {
      return connections.size;
    },
    setMode: (next) => {
      mode = next;
      for (const connection of connections) connection.setMode(next);
    },
    dropResponsesTo: (text) => {
      rules.dropResponsesTo = text;
    },
    replace: (text, substitute) => {
      rules.replace = [text, substitute];
    },
    breakAll,
  };
}

interface Rules {
  dropResponsesTo: string | undefined;
  replace: readonly [string, string] | undefined;
}

class Connection {
  observer: Observer | undefined;
  readonly #client: Socket;
  readonly #server: Socket;
  #mode: ProxyMode;

  constructor(client: Socket, server: Socket, rules: Rules, mode: ProxyMode) {
    this.#client = client;
    this.#server = server;
    this.#mode = mode;
    client.on("data", (bytes: Buffer) => {
      this.observer?.toServer(bytes);
      this.#send(bytes, rules);
    });
    server.on("data", (bytes: Buffer) => {
      const mayPass = this.observer?.toClient(bytes) ?? true;
      if (mayPass && this.#mode === "pass") client.write(bytes);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on("error", () => {});
      from.on("close", () => {
        if (this.#mode !== "drop") to.destroy();
      });
    }
  }

  setMode(mode: ProxyMode): void {
    if (this.#mode === "pass") this.#mode = mode;
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  #send(bytes: Buffer, { dropResponsesTo, replace }: Rules): void {
    const text = bytes.toString("latin1");
    if (dropResponsesTo !== undefined && text.includes(dropResponsesTo)) {
      this.setMode("drop responses");
    }
    if (this.#mode === "drop") return;
    this.#server.write(replace ? Buffer.from(text.replace(...replace), "latin1") : bytes);
  }
}
