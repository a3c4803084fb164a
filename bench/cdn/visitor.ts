import { request } from "node:http";

/** Response to a visitor. */
export interface Visit {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

export interface Wish {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Loopback address to connect from: "127.0.0.9". */
  readonly from?: string;
}

/** Sends a request without the headers that a browser or `fetch` would add. */
export function visit(origin: string, path: string, wish: Wish = {}): Promise<Visit> {
  const { method = "GET", headers = {}, body, from } = wish;
  return new Promise((resolve, reject) => {
    const sending = request(
      origin + path,
      { method, headers, agent: false, ...(from && { localAddress: from }) },
      (response) => {
        response.toArray().then((parts) => {
          const { "set-cookie": cookies = [], ...rest } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(rest).map(([name, value]) => [name, String(value)]),
            ),
            cookies,
            body: Buffer.concat(parts),
          });
        }, reject);
      },
    );
    sending.once("error", reject);
    sending.end(body);
  });
}
