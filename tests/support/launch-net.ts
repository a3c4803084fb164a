/** Local servers that stand for the internet of the launch check. */

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { TestApp } from "./test-app.ts";

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguUXXH3sB04I5UkX/
VmtV6oMJkwce1RNmAiffPrQD3hehRANCAAQgJUhJjsFRZh6od1Ow5NcPQWVULz8s
CjtH9TVtQjhBYlz2Pkx18FU0AIHSautnT8nXdY0XnqQltgfRvmYEbM0R
-----END PRIVATE KEY-----
`;

/** Valid from 2020 to 2120, for launch.test and its subdomains. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtsYXVuY2gu
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLbGF1bmNoLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQgJUhJjsFR
Zh6od1Ow5NcPQWVULz8sCjtH9TVtQjhBYlz2Pkx18FU0AIHSautnT8nXdY0XnqQl
tgfRvmYEbM0Ro1YwVDAlBgNVHREEHjAcggtsYXVuY2gudGVzdIINKi5sYXVuY2gu
dGVzdDAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBQv45GA5kVh0TkgMDhdxKRBRcpt
ezAKBggqhkjOPQQDAgNIADBFAiBbE1os/E+yPo+usJjZE4QPKuVVQ2NqZIpsyUye
kVJ+XAIhANlxArBFlhKm8hI7+M9Tr5gDERzff8eEKOF8DEtuF33y
-----END CERTIFICATE-----
`;

const domain = "launch.test";
const madeUpVisitor = "198.51.100.9";

/** How the proxy passes on the visitor's address. */
type Forwarding = "appends" | "replaces" | "passes on" | "removes";

export interface LaunchNet {
  readonly port: number;
  readonly publicUrl: string;
  readonly apiUrl: string;
  readonly settings: {
    readonly address: string;
    readonly certificate: string;
    readonly dnsServer: string;
    readonly timeServer: string;
  };
  /** Texts in the DNS by name. */
  readonly texts: Map<string, string>;
  /** What the others answer; tests change it. */
  readonly behavior: {
    site: TestApp | undefined;
    forwarding: Forwarding;
    hsts: string | undefined;
    bareLeadsTo: string;
    apiStatus: number;
    campaign: string;
    /** How far the time server is ahead, in milliseconds. */
    timeAheadMs: number;
  };
}

/** Starts them; they stop with the test. */
export async function startLaunchNet(): Promise<LaunchNet> {
  const texts = new Map([
    [domain, "v=spf1 include:_spf.example.net -all"],
    [`_dmarc.${domain}`, "v=DMARC1; p=reject; rua=mailto:reports@launch.test"],
    [`mail._domainkey.${domain}`, "v=DKIM1; k=rsa; p=MIGf"],
  ]);
  const behavior: LaunchNet["behavior"] = {
    site: undefined,
    forwarding: "appends",
    hsts: undefined,
    bareLeadsTo: "",
    apiStatus: 200,
    campaign: "VERIFIED",
    timeAheadMs: 0,
  };
  const port = await startWebServer(behavior);
  const publicUrl = `https://www.${domain}:${port}`;
  behavior.bareLeadsTo = publicUrl;
  const dns = await startUdpServer((query) => answerTexts(query, texts));
  const time = await startUdpServer(() => answerTime(Date.now() + behavior.timeAheadMs));
  return {
    port,
    publicUrl,
    apiUrl: `https://api.${domain}:${port}`,
    settings: {
      address: "127.0.0.1",
      certificate,
      dnsServer: `127.0.0.1:${dns}`,
      timeServer: `127.0.0.1:${time}`,
    },
    texts,
    behavior,
  };
}

/** The proxy before the site, the bare domain, and the services of others, by their host. */
async function startWebServer(behavior: LaunchNet["behavior"]): Promise<number> {
  const options: ServerOptions = { key, cert: certificate };
  const server = createServer(options, (request, response) => {
    const { url = "/", headers } = request;
    const host = headers.host?.split(":")[0];
    if (host === domain) {
      response.writeHead(308, { location: `${behavior.bareLeadsTo}${url}` }).end();
      return;
    }
    if (host === `api.${domain}`) {
      const body = {
        compliance: [{ description: "a".repeat(900), campaign_status: behavior.campaign }],
      };
      response.writeHead(behavior.apiStatus).end(JSON.stringify(body));
      return;
    }
    const own = headers["x-forwarded-for"];
    const added: Readonly<Record<Forwarding, string | undefined>> = {
      appends: [own, madeUpVisitor].filter(Boolean).join(", "),
      replaces: madeUpVisitor,
      "passes on": own as string | undefined,
      removes: undefined,
    };
    const { "x-forwarded-for": _own, ...others } = headers;
    const forwarded = added[behavior.forwarding];
    void behavior.site?.app
      .inject({
        method: "GET",
        url,
        headers: {
          ...others,
          "x-forwarded-proto": "https",
          ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
        },
      })
      .then((answer) => {
        response.setHeader(
          "strict-transport-security",
          behavior.hsts ?? String(answer.headers["strict-transport-security"]),
        );
        response.writeHead(answer.statusCode).end(answer.body);
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** @returns its port */
async function startUdpServer(answer: (question: Buffer) => Buffer): Promise<number> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    socket.send(answer(question), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return socket.address().port;
}

/** An answer with the text of a name, or without any (RFC 1035, 4). */
function answerTexts(query: Buffer, texts: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const text = texts.get(labels.join(".").toLowerCase());
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A response, with recursion; 3 is "no such name".
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  if (text === undefined) return Buffer.concat([header, question]);
  const data = Buffer.from(`${String.fromCharCode(text.length)}${text}`, "latin1");
  // The name of the question, TXT, IN, a minute, length.
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([header, question, record, data]);
}

/** @param time milliseconds since 1970 */
function answerTime(time: number): Buffer {
  const packet = Buffer.alloc(48);
  packet[0] = 0x24;
  packet[1] = 1;
  packet.writeUInt32BE(Math.floor(time / 1000) + 2_208_988_800, 40);
  packet.writeUInt32BE(Math.floor(((time % 1000) / 1000) * 2 ** 32), 44);
  return packet;
}
