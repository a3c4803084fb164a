import { createHash } from "node:crypto";
import { brand } from "../../../../brand.ts";
import { errors } from "../../../contract/errors/errors.ts";
import { type Headers, securityHeaders } from "../security-headers.ts";

/** Seconds for Retry-After during an overload. */
export const busyRetryAfterSeconds = 2;

const style = `body{margin:0;background:#fafbf7;color:#12312b;font:1.25rem/1.55 Verdana,sans-serif}
main{max-width:38rem;margin:0 auto;padding:2rem 1.5rem}
h1{font-size:2.25rem;line-height:1.12}
a{color:inherit}
a:focus-visible{outline:3px solid;outline-offset:3px}`;

const { phone } = brand;

/** A page that costs nothing to serve: it loads no style, script, font or picture. */
const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>We’re unusually busy right now - ${brand.name}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>We’re unusually busy right now</h1>
<p>${errors.busy.message}</p>
<p>If you just sent a form, press Back: your answers are still there. Then try again in a minute.</p>
<p>You can also call us: <a href="tel:${phone.e164}">${phone.shown}</a>. ${phone.hours}.</p>
</main>
</body>
</html>
`;

/** The page that visitors see when the server is overloaded. */
export interface BusyPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** @param https whether the site uses https */
export function makeBusyPage(https: boolean): BusyPage {
  const styleHash = createHash("sha256").update(style).digest("base64");
  return {
    status: errors.busy.status,
    headers: {
      ...securityHeaders({ https, styleHash }),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(busyRetryAfterSeconds),
    },
    body: document,
  };
}

/** The response as raw bytes, after which the connection is closed. */
export function writeRawResponse({ status, headers, body }: BusyPage): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = Buffer.byteLength(body);
  return Buffer.from(
    [
      `HTTP/1.1 ${status} Service Unavailable`,
      ...lines,
      `content-length: ${length}`,
      "connection: close",
      `\r\n${body}`,
    ].join("\r\n"),
  );
}
