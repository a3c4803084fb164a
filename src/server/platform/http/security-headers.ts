import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";
import { days } from "../durations.ts";

/** Names and values of response headers. */
export type Headers = Readonly<Record<string, string>>;

/** Where a document stands decides what a window it opens may see */
type OpenerPolicy = "same-origin" | "same-origin-allow-popups" | "unsafe-none";

export interface HeaderChoice {
  /** The site is reached over https. */
  readonly https: boolean;
  /** Base64 SHA-256 of the page's one style element. */
  readonly styleHash?: string;
  readonly opener?: OpenerPolicy;
}

/** Rights that no page of ours needs. */
const permissionsPolicy = ["camera", "geolocation", "microphone", "payment", "usb"]
  .map((feature) => `${feature}=()`)
  .join(", ");

const transportSecurity = "strict-transport-security";

const yearInSeconds = days(365) / 1000;

function helmetOptions({ https, styleHash, opener }: HeaderChoice): HelmetOptions {
  const self = ["'self'"];
  const none = ["'none'"];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Workers, frames, sound and film: no page has any. What pages have is named.
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: styleHash ? [...self, `'sha256-${styleHash}'`] : self,
        fontSrc: self,
        imgSrc: self,
        connectSrc: self,
        manifestSrc: self,
        objectSrc: none,
        baseUri: none,
        formAction: self,
        frameAncestors: none,
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: opener ?? "same-origin" },
    // no-referrer would make native form posts send "Origin: null".
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: https ? { maxAge: yearInSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  };
}

/**
 * The security headers of answers to calls. Their readers are scripts: what a page may
 * load, open or embed has no meaning for them, and each header costs every answer time.
 */
export function apiHeaders({ https }: Pick<HeaderChoice, "https">): Headers {
  const all = securityHeaders({ https });
  const kept = ["x-content-type-options", "cross-origin-resource-policy", transportSecurity];
  return {
    // Opened on its own, an answer is text and nothing else.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...Object.fromEntries(kept.flatMap((name) => (all[name] ? [[name, all[name]]] : []))),
  };
}

/**
 * The security headers of pages and files. Helmet computes them once here, so that
 * serving a page costs no work for them.
 */
export function securityHeaders(choice: HeaderChoice): Headers {
  const headers: Record<string, string> = { "permissions-policy": permissionsPolicy };
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(helmetOptions(choice))(
    {} as IncomingMessage,
    recorder as unknown as ServerResponse,
    () => undefined,
  );
  return headers;
}

/** The same headers, but pictures may also come from one other origin. */
export function allowPicturesFrom(headers: Headers, origin: string): Headers {
  const policy = headers["content-security-policy"] ?? "";
  return {
    ...headers,
    "content-security-policy": policy.replace("img-src 'self'", `img-src 'self' ${origin}`),
  };
}
