import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";
import { days } from "../../contract/durations.ts";

export type Headers = Readonly<Record<string, string>>;

/** Cross-Origin-Opener-Policy of a document, which decides what its popups may access. */
type OpenerPolicy = "same-origin" | "same-origin-allow-popups" | "unsafe-none";

export interface HeaderChoice {
  readonly https: boolean;
  /** Base64 SHA-256 of the page's only style element. */
  readonly styleHash?: string;
  readonly opener?: OpenerPolicy;
}

/** Browser features that none of our pages needs. */
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
        // Covers workers, frames, audio and video, which no page has; everything used is listed.
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
 * Security headers of API responses. Only scripts read these, so headers about loading, opening and
 * embedding do not apply, and each header would add to every response time.
 */
export function apiHeaders({ https }: Pick<HeaderChoice, "https">): Headers {
  const all = securityHeaders({ https });
  const kept = ["x-content-type-options", "cross-origin-resource-policy", transportSecurity];
  return {
    // For a response that is opened directly in the browser.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...Object.fromEntries(kept.flatMap((name) => (all[name] ? [[name, all[name]]] : []))),
  };
}

/**
 * Security headers of pages and files. Helmet computes them once here, so that serving a page costs
 * no time.
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

export function allowPicturesFrom(headers: Headers, origin: string): Headers {
  const policy = headers["content-security-policy"] ?? "";
  return {
    ...headers,
    "content-security-policy": policy.replace("img-src 'self'", `img-src 'self' ${origin}`),
  };
}
