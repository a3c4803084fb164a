import type { FastifyInstance } from "fastify";
import type { Zippable } from "fflate";
import { brand } from "../../brand.ts";
import { calls, profilePicturePath } from "../../contract/api.ts";
import { requireSession, type Session } from "../accounts/sessions.ts";
import type { AppContext } from "../context.ts";
import { readPicture } from "../pictures/store.ts";
import { collectData } from "./collect-data.ts";
import { requireFreshProof } from "./proof.ts";

/** A copy of everything we hold about the person: one JSON file and their picture, zipped. */
export function registerMyData(app: FastifyInstance, context: AppContext): void {
  app.get(calls.myData, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    requireFreshProof(session, context);
    // A page asks first whether it may, without the work.
    if (request.method === "HEAD") return reply.send();
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${brand.slug}-my-data.zip"`)
      .send(await zipData(session, context));
  });
}

async function zipData(session: Session, context: AppContext): Promise<Buffer> {
  const { strToU8, zipSync } = await import("fflate");
  const data = await collectData(session, context);
  const { database, config } = context;
  const store = { database, dataDir: config.dataDir };
  const picture = await readPicture(store, profilePicturePath(session.uid));
  const files: Zippable = { "my-data.json": strToU8(`${JSON.stringify(data, null, 2)}\n`) };
  // Compressed already.
  if (picture) files["my-picture.webp"] = [picture.bytes, { level: 0 }];
  return Buffer.from(zipSync(files, { mtime: context.now() }));
}
