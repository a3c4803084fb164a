import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { calls, type PictureAnswer, picturesPath, profilePicturePath } from "../../contract/api.ts";
import { facts } from "../../contract/facts.ts";
import { requireSession } from "../accounts/sessions.ts";
import { countTry } from "../accounts/throttles.ts";
import type { AppContext } from "../context.ts";
import { ApiError } from "../http/api-error.ts";
import { maySee } from "./access.ts";
import { pictureAddress } from "./address.ts";
import { processPicture } from "./process.ts";
import { readPicture, removePicture, savePicture } from "./store.ts";

/** Each takes up to 10 MB of memory until its turn to be decoded comes. */
const mostUploads = 12;
const retryAfterSeconds = 10;

/** A picture is a picture, wherever it came from: it can do nothing. */
const pictureHeaders = {
  "content-type": "image/webp",
  "content-disposition": 'inline; filename="picture.webp"',
  "content-security-policy": "default-src 'none'; sandbox",
  // Kept by the person's own browser, and asked for again each time: rights can end.
  "cache-control": "private, no-cache",
};

/** Saving and removing one's own picture, and showing pictures to those who may see them. */
export function registerPictures(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => registerUpload(scope, context));

  app.delete(calls.picture, async (request, reply): Promise<PictureAnswer> => {
    const { uid } = await requireSession(request, reply, context);
    await removePicture(storeOf(context), profilePicturePath(uid));
    return { picture: null };
  });

  app.get<{ Params: { "*": string } }>(`${picturesPath}/*`, async (request, reply) => {
    const { uid } = await requireSession(request, reply, context);
    const path = request.params["*"];
    if (!(await maySee(context.database.db, uid, path))) throw new ApiError("not-found");
    const known = /"([\w-]+)"/.exec(request.headers["if-none-match"] ?? "")?.[1];
    const picture = await readPicture(storeOf(context), path, known);
    if (!picture) throw new ApiError("not-found");
    reply.headers(pictureHeaders).header("etag", `"${picture.hash}"`);
    return picture.hash === known ? reply.code(304).send() : reply.send(picture.bytes);
  });
}

function storeOf({ database, config }: AppContext) {
  return { database, dataDir: config.dataDir };
}

function registerUpload(scope: FastifyInstance, context: AppContext): void {
  let uploads = 0;
  scope.removeAllContentTypeParsers();
  // Read in the handler, once it is known who sends; what it is, its first bytes say.
  scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  scope.put(calls.picture, async (request, reply): Promise<PictureAnswer> => {
    const { uid } = await requireSession(request, reply, context);
    await countTry(context, [{ limit: "pictureAccount", hash: context.senders.hashAccount(uid) }]);
    if (uploads >= mostUploads) throw new ApiError("too-many", { retryAfter: retryAfterSeconds });
    uploads += 1;
    try {
      const bytes = await processPicture(await readUpload(request));
      const path = profilePicturePath(uid);
      const now = context.now();
      const hash = await savePicture(storeOf(context), { path, uid, bytes, now });
      return { picture: pictureAddress(path, hash) };
    } finally {
      uploads -= 1;
    }
  });
}

/**
 * The bytes of a request, refused as soon as they are too many.
 * @throws ApiError "picture-too-large", "picture-unreadable", "malformed"
 */
async function readUpload({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new ApiError("picture-unreadable");
  const { largestBytes } = facts.picture;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(headers["content-length"]) > largestBytes) throw new ApiError("picture-too-large");
    // The stream stays open: with it would go the way for the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > largestBytes) throw new ApiError("picture-too-large");
      chunks.push(chunk);
    }
  } catch (error) {
    body.resume();
    throw error instanceof ApiError ? error : new ApiError("malformed");
  }
  return Buffer.concat(chunks);
}
