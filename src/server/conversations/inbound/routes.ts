import type { FastifyInstance } from "fastify";
import { inboundMailEndpoints } from "../../../contract/endpoints/inbound-mail.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { hasBearer } from "../../platform/http/routes/bearer.ts";
import { registerRoute } from "../../platform/http/routes/register-endpoint.ts";
import { Semaphore } from "../../platform/semaphore.ts";

/** Maximum size of a message, in bytes; attachments are parsed but not kept. */
const maxMessageBytes = 10 * 1024 * 1024;
/** Messages that are processed concurrently. */
const maxConcurrent = 2;

/**
 * Accepts emails from a program with the token of `INBOUND_MAIL_TOKEN`; without the setting, none.
 * The token is checked before the message is read.
 */
export function registerInboundMail(app: FastifyInstance, context: AppContext): void {
  const { inboundMailToken: token } = context.config;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.addHook("onRequest", async ({ headers }, reply) => {
      reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      // Programs send neither header, and pages have no reason to send this request.
      const isPage = headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
      if (isPage) throw new ApiError("cross-site");
    });
    scope.addHook("onRequest", async (request) => {
      if (token === undefined || !hasBearer(request, token)) throw new ApiError("wrong-token");
    });
    const slots = new Semaphore(maxConcurrent);
    const options = { bodyLimit: maxMessageBytes, config: { deskPermission: "desk-token" } };
    registerRoute(scope, inboundMailEndpoints.receive, options, async ({ request, reply }) => {
      if (!(request.body instanceof Buffer)) throw new ApiError("malformed");
      const raw = request.body;
      const { receiveEmail } = await import("./receive-email.ts");
      const result = await slots.run(() => receiveEmail(raw, context));
      request.log.info({ state: result.state, reason: result.reason }, "inbound email received");
      return reply.code(result.state === "added" ? 201 : 202).send(result);
    });
  });
}
