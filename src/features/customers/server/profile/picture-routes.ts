import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { UploadSpool } from "../../../../platform/server/files/upload-spool.ts";
import { profileEndpoints, profilePicturePath } from "../../contract/profile.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { requireLiveSession } from "../auth/sessions.ts";
import { maySee } from "./access.ts";
import { pictureAddress } from "./address.ts";
import { processPicture } from "./process.ts";
import { readPicture, removePicture, savePicture } from "./store.ts";

/** Uploads are spooled to disk; each then takes up to 10 MB of memory until it is decoded. */
const spoolLimits = {
  inMemory: 4,
  totalBytes: 256 * 1024 * 1024,
  senderBytes: 32 * 1024 * 1024,
};
const limit = { maxBytes: facts.picture.maxBytes, tooLarge: "picture-too-large" } as const;

/** The browser shows the response only as a picture, whatever bytes it contains. */
const pictureHeaders = {
  "content-type": "image/webp",
  "content-disposition": 'inline; filename="picture.webp"',
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  // Stored by the person's own browser, but revalidated each time, since permissions can end.
  "cache-control": "private, no-cache",
};

/** Saving and removing one's own picture, and serving pictures to people who may see them. */
export function registerPictures(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => registerUpload(scope, context));

  registerOwnEndpoint(app, profileEndpoints.removePicture, context, async ({ session }) => {
    const { uid } = session;
    await removePicture(fileStoreOf(context), profilePicturePath(uid), context.now());
    return { picture: null };
  });

  registerOwnEndpoint(app, profileEndpoints.picture, context, async (call) => {
    const path = call.request.params["*"];
    const { uid } = call.session;
    if (!(await maySee(context.database.db, uid, path))) throw new ApiError("not-found");
    return sendStoredPicture(call, path, context);
  });
}

/** Sends a picture, unless the browser has this version. @throws ApiError "not-found" */
export async function sendStoredPicture(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  path: string,
  context: AppContext,
): Promise<FastifyReply> {
  const known = /"([\w-]+)"/.exec(request.headers["if-none-match"] ?? "")?.[1];
  const picture = await readPicture(fileStoreOf(context), path, known);
  if (!picture) throw new ApiError("not-found");
  reply.headers(pictureHeaders).header("etag", `"${picture.hash}"`);
  return picture.hash === known ? reply.code(304).send() : reply.send(picture.bytes);
}

function registerUpload(scope: FastifyInstance, context: AppContext): void {
  const spool = new UploadSpool(context.config.dataDir, spoolLimits, context.disk);
  scope.removeAllContentTypeParsers();
  // Read in the handler, once the sender is known; its first bytes determine the type.
  scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  registerOwnEndpoint(scope, profileEndpoints.savePicture, context, async (call) => {
    const { request, session } = call;
    const { uid } = session;
    const account = context.clientKeys.hashAccount(uid);
    await countAttempt(context, [{ limit: "pictureAccount", hash: account }]);
    await context.disk.requireSpace();
    const { body, headers } = request;
    if (!(body instanceof Readable)) throw new ApiError("picture-unreadable");
    const length = headers["content-length"];
    const senders = [account, context.clientKeys.hashAddress(request)];
    const upload = await spool.receive(body, { length, senders, ...limit });
    try {
      const bytes = await processPicture(await upload.load());
      // An object store that hangs must not keep others from the few slots.
      await upload.discard();
      const path = profilePicturePath(uid);
      const now = context.now();
      // The upload may have taken long: the person may have logged out in the meantime.
      const check = (trx: Transaction<Database>) => requireLiveSession(trx, session, context);
      const hash = await savePicture(fileStoreOf(context), { path, uid, bytes, now, check });
      return { picture: pictureAddress(path, hash) };
    } finally {
      await upload.discard();
    }
  });
}
