import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { requireSecret } from "../../../../platform/server/db/secrets.ts";
import { type ProbeResponse, probeEndpoint } from "../../contract/launch.ts";
import { type Answer, ask, whyNot } from "../ask.ts";
import {
  type Check,
  type Finding,
  type LaunchContext,
  noAddress,
  ok,
  publicAddress,
  showDay,
  todo,
  wrong,
} from "../check.ts";
import { madeUpAddress, signProbe } from "../probe.ts";

const area = "Address of the site";
const yearSeconds = days(365) / 1000;
/** A certificate that ends earlier should have been renewed. */
const renewMs = days(14);

const address: Check = {
  id: "public-url",
  area,
  title: "PUBLIC_URL",
  find(context) {
    const { publicUrl: text } = context.config;
    if (text === undefined) {
      return wrong("It is not set.", "Set PUBLIC_URL to the address of the site, with https.");
    }
    if (!publicAddress(context)) {
      return wrong(
        `${text} is no address of the internet with https.`,
        "Set PUBLIC_URL to the site's own name, with https.",
      );
    }
    return ok(`It is ${text}.`);
  },
};

/** The answer of the site's own address. */
async function askSite(context: LaunchContext): Promise<Answer | Finding> {
  const url = publicAddress(context);
  if (!url) return noAddress;
  try {
    return await ask({ url: `${url.origin}/livez` }, context.config);
  } catch (error) {
    return wrong(
      `${url.origin} cannot be opened, because ${whyNot(error)}.`,
      "Set up the proxy as docs/deploy.md describes, and its certificate.",
    );
  }
}

const tls: Check = {
  id: "tls",
  area,
  title: "Certificate (TLS)",
  async find(context) {
    const answer = await askSite(context);
    if ("state" in answer) return answer;
    const { certificateEnds: ends, protocol } = answer;
    const words = `The certificate is valid until ${showDay(ends)} (${protocol}).`;
    if (ends - context.now() < renewMs) {
      return wrong(words, "Find out why the proxy does not renew it.");
    }
    return ok(words);
  },
};

/** @param header Strict-Transport-Security */
export function checkHsts(header: string | string[] | undefined): Finding {
  const text = String(header ?? "").toLowerCase();
  const age = Number(/(?:^|;)\s*max-age="?(\d+)/.exec(text)?.[1] ?? 0);
  if (age < yearSeconds) {
    return wrong(
      "Browsers are not told to use https for a year.",
      "The server sends the header with an https PUBLIC_URL: let the proxy pass it on.",
    );
  }
  if (!/;\s*includesubdomains/.test(text)) {
    return wrong(
      "HSTS leaves out subdomains.",
      "Let the proxy pass on the server's header as it is.",
    );
  }
  return ok("Browsers use https for a year, on subdomains, too.");
}

const hsts: Check = {
  id: "hsts",
  area,
  title: "HSTS on the site and its subdomains",
  async find(context) {
    const answer = await askSite(context);
    return "state" in answer ? answer : checkHsts(answer.headers["strict-transport-security"]);
  },
};

const bareDomain: Check = {
  id: "bare-domain",
  area,
  title: "The domain with and without www",
  async find(context) {
    const url = publicAddress(context);
    if (!url) return noAddress;
    const other = new URL(url);
    other.hostname = url.hostname.startsWith("www.")
      ? url.hostname.slice("www.".length)
      : `www.${url.hostname}`;
    const next = `Let ${other.hostname} redirect to ${url.origin}, as the Caddyfile in docs/deploy.md does.`;
    try {
      const { status, headers } = await ask({ url: `${other.origin}/contact` }, context.config);
      const target = URL.parse(String(headers.location ?? ""), other.origin);
      const isRight = [301, 308].includes(status) && target?.href === `${url.origin}/contact`;
      if (isRight) return ok(`${other.hostname} leads to ${url.origin}.`);
      return wrong(`${other.hostname} answers ${status} and does not lead to the site.`, next);
    } catch (error) {
      return todo(`${other.hostname} cannot be opened, because ${whyNot(error)}.`, next);
    }
  },
};

/** What the server saw of a request that came with a made-up X-Forwarded-For. */
export function checkProbe({ trusts, forwarded, isDeceived, isHttps }: ProbeResponse): Finding {
  if (!trusts) {
    return wrong(
      forwarded > 1
        ? "The proxy names each visitor, and the server does not listen to it."
        : "The server does not trust the proxy.",
      "Set TRUST_PROXY=on: otherwise all visitors share their limits.",
    );
  }
  if (isDeceived) {
    return wrong(
      "Visitors can make up their address: the proxy passes on what they send.",
      "Let the proxy write X-Forwarded-For itself, and let nothing reach the server but the proxy.",
    );
  }
  if (forwarded === 0) {
    return wrong("The proxy does not write X-Forwarded-For.", "Let the proxy write it.");
  }
  if (!isHttps) {
    return wrong(
      "The proxy does not say that visitors use https.",
      "Let it write X-Forwarded-Proto.",
    );
  }
  return ok("The server sees the address of each visitor, and no made-up one.");
}

const proxy: Check = {
  id: "trust-proxy",
  area,
  title: "TRUST_PROXY",
  async find(context) {
    const url = publicAddress(context);
    if (!url) return noAddress;
    const secret = await requireSecret(context.database, "keys");
    const headers = {
      authorization: `Bearer ${signProbe(secret, Date.now())}`,
      "x-forwarded-for": madeUpAddress,
    };
    try {
      const question = { url: `${url.origin}${pathOf(probeEndpoint)}`, headers };
      const { status, text } = await ask(question, context.config);
      if (status === 200) return checkProbe(JSON.parse(text));
      return wrong(
        `${url.origin} is answered by another server, or by one with another database (${status}).`,
        `Let the proxy pass requests on to this server. If the clocks differ by more than ${minutes(1) / 1000} seconds, set them.`,
      );
    } catch (error) {
      return wrong(
        `It could not be tried, because ${whyNot(error)}.`,
        "Mend the certificate first.",
      );
    }
  },
};

export const addressChecks: readonly Check[] = [address, tls, hsts, bareDomain, proxy];
