import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Zippable } from "fflate";
import { brand } from "../../brand.ts";
import { calls, profilePicturePath } from "../../contract/api.ts";
import { requireSession, type Session } from "../accounts/sessions.ts";
import type { AppContext } from "../context.ts";
import { readPicture } from "../pictures/store.ts";
import { resumePath } from "../recruiting/resume-store.ts";
import { collectData } from "./collect-data.ts";
import { requireFreshProof } from "./proof.ts";

const mostResumes = 5;

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
  for (const [name, bytes] of await readResumes(session.uid, context)) {
    files[name] = [bytes, { level: 0 }];
  }
  return Buffer.from(zipSync(files, { mtime: context.now() }));
}

/** The résumés of the person's applications, if their address is confirmed; the latest first. */
async function readResumes(
  uid: string,
  { database, config }: AppContext,
): Promise<[string, Buffer][]> {
  const rows = await database.db
    .selectFrom("accounts")
    .innerJoin("applications", "applications.email_key", "accounts.email_key")
    .select("applications.resume_file")
    .where("accounts.uid", "=", uid)
    .where("accounts.email_verified_at", "is not", null)
    .where("applications.resume_file", "is not", null)
    .orderBy("applications.created_at", "desc")
    .limit(mostResumes)
    .execute();
  const found: [string, Buffer][] = [];
  for (const { resume_file: file } of rows) {
    if (file === null) continue;
    const name = `my-resume-${found.length + 1}${path.extname(file)}`;
    found.push([name, await readFile(resumePath(config.dataDir, { file }))]);
  }
  return found;
}
