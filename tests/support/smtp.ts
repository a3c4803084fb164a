import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** By lowercase name, unfolded; the last header of a name counts. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded parts by media type. */
  readonly parts: Readonly<Record<string, string>>;
}

/** The server's response to a recipient; undefined accepts it. */
type RejectRecipient = (
  recipient: string,
) => { readonly code: number; readonly text: string } | undefined;

export interface TestSmtpServer {
  readonly url: string;
  readonly emails: readonly ReceivedEmail[];
  rejectRecipient: RejectRecipient;
  /** Delays the acceptance of emails until `release`. */
  pauseDelivery(): { readonly waiting: () => number; release(): void };
}

/** Starts it on a free port; stops with the test. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const emails: ReceivedEmail[] = [];
  let gate: Promise<void> | undefined;
  let waitingNow = 0;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onRcptTo(address, _session, done) {
      const rejection = smtpServer.rejectRecipient(address.address);
      done(rejection && Object.assign(new Error(rejection.text), { responseCode: rejection.code }));
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        waitingNow += 1;
        await gate;
        waitingNow -= 1;
        emails.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          ...parseEmail(raw.toString("latin1")),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  const smtpServer: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    rejectRecipient: () => undefined,
    pauseDelivery() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return { waiting: () => waitingNow, release: resolve };
    },
  };
  return smtpServer;
}

/** Reads headers and parts of an email (RFC 5322, RFC 2045). */
export function parseEmail(raw: string): Pick<ReceivedEmail, "headers" | "parts"> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts: Record<string, string> = {};
  for (const piece of boundary ? body.split(`--${boundary}`) : []) {
    const part = split(piece.replace(/^\r\n/, ""));
    const type = part.headers["content-type"]?.split(";")[0];
    if (type) parts[type] = decodeBody(part.headers["content-transfer-encoding"], part.body);
  }
  return { headers, parts };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const lines = head.split("\r\n").map((line): [string, string] => {
    const mark = line.indexOf(":");
    return [line.slice(0, mark).toLowerCase(), decodeWords(line.slice(mark + 1).trim())];
  });
  return { headers: Object.fromEntries(lines), body: raw.slice(end + 4) };
}

function decodeBody(encoding: string | undefined, body: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  return fromBytes(body.replace(/=\r\n/g, ""), /=([0-9A-F]{2})/g);
}

/** Header texts outside ASCII (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_word, kind: string, coded: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(coded, "base64").toString("utf8")
        : fromBytes(coded.replaceAll("_", " "), /=([0-9A-F]{2})/g),
    );
}

function fromBytes(text: string, code: RegExp): string {
  const bytes = text.replace(code, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
