import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { TLSSocket } from "node:tls";
import { seconds } from "../../../platform/contract/durations.ts";
import type { TestSettings } from "../../../platform/server/config/config.ts";

/** Each request and each question, in milliseconds. */
export const askTimeoutMs = seconds(8);
/** Bytes of an answer that are read. */
const maxBytes = 64 * 1024;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** End of the certificate, in milliseconds since 1970. */
  readonly certificateEnds: number;
  /** Such as "TLSv1.3". */
  readonly protocol: string;
}

interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a GET request by https, without following a redirect. The certificate must be valid.
 * @throws Error with a `code` if there is no answer in time
 */
export function ask(
  { url, headers = {} }: Question,
  { launch }: Pick<TestSettings, "launch">,
): Promise<Answer> {
  const signal = AbortSignal.timeout(askTimeoutMs);
  return new Promise((resolve, reject) => {
    const outgoing = https.request(url, {
      headers: { "user-agent": "launch-check", ...headers },
      agent: false,
      signal,
      ...(launch && { ca: launch.certificate, lookup: lookupAt(launch.address) }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const socket = response.socket as TLSSocket;
      const certificateEnds = Date.parse(socket.getPeerCertificate().valid_to);
      const protocol = socket.getProtocol() ?? "";
      let text = "";
      const settle = () => {
        const { statusCode: status = 0, headers: found } = response;
        resolve({ status, headers: found, text, certificateEnds, protocol });
        outgoing.destroy();
      };
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        if (text.length > maxBytes) settle();
      });
      response.on("end", settle);
      response.on("error", reject);
    });
    outgoing.end();
  });
}

function lookupAt(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

/** Why there was no answer, as words that follow "because". */
export function whyNot(error: unknown): string {
  const { code = "", name } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return "it does not answer in time";
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: "its name is not in the DNS",
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "it ends the connection",
    CERT_HAS_EXPIRED: "its certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
    DEPTH_ZERO_SELF_SIGNED_CERT: "browsers do not trust its certificate",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: "browsers do not trust its certificate",
    ETIMEOUT: "the DNS does not answer in time",
  };
  return known[code] ?? `of an error (${code || name})`;
}

declare module "../../../platform/server/config/config.ts" {
  interface TestSettings {
    /** Local servers that stand for the internet. */
    readonly launch?: {
      /** Address of every web server. */
      readonly address: string;
      /** PEM of the only certificate that is trusted. */
      readonly certificate: string;
      /** Address and port. */
      readonly dnsServer: string;
      readonly timeServer: string;
    };
  }
}
