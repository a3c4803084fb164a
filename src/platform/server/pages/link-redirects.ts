import type { FastifyInstance } from "fastify";
import { passwordAnchor, paths } from "../../contract/paths.ts";
import { cleanLink, type LinkToken } from "./clean-link.ts";

/** Where password managers look for the page that changes a password (W3C change-password-url). */
const changePassword = "/.well-known/change-password";

/**
 * Redirects personal links to which a mail program or a person added a period, a bracket or a space,
 * and the well-known address of the password page.
 */
export function registerLinkRedirects(app: FastifyInstance, tokens: readonly LinkToken[]): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { method, url } = request;
    const isRead = method === "GET" || method === "HEAD";
    const clean = isRead && !url.startsWith("/api/") ? cleanLink(url, tokens) : undefined;
    if (clean === undefined) {
      done();
      return;
    }
    // The URL is a secret: no other site may see it, and nothing may keep it.
    reply
      .headers({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      })
      .redirect(clean, 302);
  });
  app.get(changePassword, (_request, reply) =>
    reply.header("cache-control", "no-cache").redirect(`${paths.settings}#${passwordAnchor}`, 302),
  );
}
