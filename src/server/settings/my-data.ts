import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Zippable } from "fflate";
import { brand } from "../../brand.ts";
import { calls, profilePicturePath } from "../../contract/api.ts";
import { requireSession, type Session } from "../accounts/sessions.ts";
import type { AppContext } from "../context.ts";
import { fileStoreOf, storedPath } from "../files/file-store.ts";
import { hasPicture, readPicture } from "../pictures/store.ts";
import { collectData } from "./collect-data.ts";
import { requireFreshProof } from "./proof.ts";

const mostResumes = 5;

/** A copy of everything we hold about the person: one JSON file and their own files, zipped. */
export function registerMyData(app: FastifyInstance, context: AppContext): void {
  app.get(calls.myData, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    requireFreshProof(session, context);
    // A page asks first whether it may, without the work.
    if (request.method === "HEAD") return reply.send();
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${brand.slug}-my-data.zip"`)
      .send(await zipData(session, context, request.log));
  });
}

/** A file of the person's own, by its name in the archive. */
interface OwnFile {
  readonly name: string;
  /** What the person knows it as. */
  readonly about: string;
  /** Absent when the file is missing on the disk, or cannot be read. */
  readonly bytes?: Buffer;
}

async function zipData(
  session: Session,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<Buffer> {
  const { strToU8, zipSync } = await import("fflate");
  const data = await collectData(session, context);
  const { uid } = session;
  const own = [
    ...(await readOwnPicture(uid, context, log)),
    ...(await readResumes(uid, context, log)),
  ];
  const missing = own.filter(({ bytes }) => !bytes);
  const missingFiles = missing.map(({ name, about }) => ({ name, about }));
  const text = JSON.stringify({ ...data, missingFiles }, null, 2);
  const files: Zippable = { "my-data.json": strToU8(`${text}\n`) };
  // People who open no JSON read it too.
  if (missing.length > 0) files["missing-files.txt"] = strToU8(tellMissing(missing));
  // Compressed already.
  for (const { name, bytes } of own) if (bytes) files[name] = [bytes, { level: 0 }];
  return Buffer.from(zipSync(files, { mtime: context.now() }));
}

function tellMissing(files: readonly OwnFile[]): string {
  const list = files.map(({ name, about }) => `- ${name}: ${about}`);
  const lines = [
    "These files belong to your data, but we could not read them just now:",
    "",
    ...list,
    "",
    "Everything else is here. Try again later, or call us:",
    `${brand.phone.shown}, ${brand.phone.hours}.`,
  ];
  return `${lines.join("\n")}\n`;
}

/** A broken disk must not keep the rest of the data from the person; the operator reads of it. */
async function readOrMiss(
  name: string,
  about: string,
  log: FastifyBaseLogger,
  read: () => Promise<Buffer>,
): Promise<OwnFile> {
  try {
    return { name, about, bytes: await read() };
  } catch (error) {
    log.error({ err: error }, "a file is missing in a download of somebody's data");
    return { name, about };
  }
}

async function readOwnPicture(
  uid: string,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<OwnFile[]> {
  const path = profilePicturePath(uid);
  const store = fileStoreOf(context);
  if (!(await hasPicture(store, path))) return [];
  const picture = await readOrMiss("my-picture.webp", "your picture", log, async () => {
    const found = await readPicture(store, path);
    if (!found) throw new Error("no file for a picture");
    return found.bytes;
  });
  return [picture];
}

/** The résumés of the person's applications, if their address is confirmed; the latest first. */
async function readResumes(
  uid: string,
  { database, config }: AppContext,
  log: FastifyBaseLogger,
): Promise<OwnFile[]> {
  const rows = await database.db
    .selectFrom("accounts")
    .innerJoin("applications", "applications.email_key", "accounts.email_key")
    .select(["applications.resume_file", "applications.resume_name"])
    .where("accounts.uid", "=", uid)
    .where("accounts.email_verified_at", "is not", null)
    .where("applications.resume_file", "is not", null)
    .orderBy("applications.created_at", "desc")
    .limit(mostResumes)
    .execute();
  const found: OwnFile[] = [];
  for (const { resume_file: file, resume_name: about } of rows) {
    if (file === null) continue;
    const name = `my-resume-${found.length + 1}${path.extname(file)}`;
    const read = () => readFile(storedPath(config, file));
    found.push(await readOrMiss(name, about ?? "your résumé", log, read));
  }
  return found;
}
