import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { discardUpload, readUpload } from "../../../../platform/server/files/read-upload.ts";
import { hasBearer } from "../../../../platform/server/http/bearer.ts";
import { registerRoute } from "../../../../platform/server/http/register-endpoint.ts";
import { Semaphore } from "../../../../platform/server/semaphore.ts";
import { inboundMailEndpoints } from "../../contract/inbound-mail.ts";
import { maxMessageBytes } from "./incoming.ts";

const maxConcurrent = 4;
/** Messages that wait; the mail server delivers further ones later. */
const maxWaiting = 20;
const retryAfterSeconds = 60;
/** Bytes read of a message that is too large, so that the mail server reads the response. */
const maxReadBytes = 64 * 1024 * 1024;

/**
 * Accepts emails from a program with the token of `INBOUND_MAIL_TOKEN`; without the setting, none.
 * The token is checked before the message is read.
 */
export function registerInboundMail(app: FastifyInstance, context: AppContext): void {
  const { inboundMailToken: token } = context.config;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
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
    const options = { bodyLimit: maxReadBytes };
    registerRoute(scope, inboundMailEndpoints.receive, options, async ({ request, reply }) => {
      const { body } = request;
      if (!(body instanceof Readable)) throw new ApiError("malformed");
      if (slots.waiting >= maxWaiting) {
        discardUpload(body);
        throw new ApiError("busy", { retryAfter: retryAfterSeconds });
      }
      const result = await slots.run(async () => {
        const { receiveEmail } = await import("./receive-email.ts");
        return receiveEmail(await readMessage(body), context);
      });
      request.log.info({ state: result.state, reason: result.reason }, "inbound email received");
      return reply.code(result.state === "added" ? 201 : 202).send(result);
    });
  });
}

/**
 * Reads the beginning of a message, one byte more than is kept if it is larger, into memory
 * that grows: joining chunks of 35 MB at the end would keep visitors waiting.
 * @throws ApiError "too-large" above `maxReadBytes`
 */
async function readMessage(body: Readable): Promise<Uint8Array> {
  const memory = new ArrayBuffer(0, { maxByteLength: maxMessageBytes + 1 });
  const message = new Uint8Array(memory);
  let size = 0;
  await readUpload(body, (chunk) => {
    const start = memory.byteLength;
    const kept = chunk.subarray(0, memory.maxByteLength - start);
    memory.resize(start + kept.length);
    message.set(kept, start);
    size += chunk.length;
    if (size > maxReadBytes) throw new ApiError("too-large");
  });
  return message;
}
