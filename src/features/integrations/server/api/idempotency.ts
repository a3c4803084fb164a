import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toApiError } from "../../../../platform/server/http/errors/error-handler.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { ApiCaller } from "./use-token.ts";

const headerName = "idempotency-key";

/** For which the first response is repeated, in milliseconds. */
const keepAnswersMs = hours(24);

/** After which a request that never ended, such as before a crash, may be sent again. */
const runningMs = minutes(1);

interface Once {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: ApiCaller;
  readonly isDryRun: boolean;
  /** What was sent, as JSON that is the same in each try. */
  readonly contents: unknown;
}

/** What is kept: a response, or the error of the program that was the response. */
type Answer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  | { readonly error: Pick<ApiError, "body" | "facts"> };

/**
 * Runs a handler, once for each Idempotency-Key and token: later requests with the key get the first
 * response again. Responses of 5xx are not kept.
 * @param run gets an id that is the same for each try of one request with the key
 * @throws ApiError "idempotency-key-reused", "idempotency-key-running"; those of the handler
 */
export async function answerOnce(
  { request, reply, caller, isDryRun, contents }: Once,
  { database, now }: AppContext,
  run: (id: string) => Promise<unknown>,
): Promise<unknown> {
  const sent = request.headers[headerName];
  if (request.method !== "POST" || sent === undefined) return run(orderedId());
  const typed = String(sent);
  if (!/^[\x20-\x7e]{1,255}$/.test(typed)) throw wrongKey();
  if (isDryRun) return run(orderedId());
  const key = hash("sha256", `${caller.id} ${typed}`, "base64url");
  const seal = new Seal(caller, typed);
  // With the token: what was sent cannot be guessed from the database alone.
  const hmac = createHmac("sha256", caller.token).update(describe(request, contents));
  const claimed = { key, request_hash: hmac.digest("base64url") };
  const kept = await database.write((trx) => claim(trx, claimed, now()));
  if (kept !== undefined) {
    reply.header("idempotency-replayed", "true");
    return send(reply, seal.open(kept));
  }
  const answers = (trx: Transaction<Database>) => trx.updateTable("api_answers");
  try {
    const answer = await collect(reply, () => run(idOf(claimed)));
    const values = { answer: seal.close(answer) };
    await database.write((trx) => answers(trx).set(values).where("key", "=", key).execute());
    return send(reply, answer);
  } catch (error) {
    if (toApiError(error as Error).statusCode >= 500) {
      await database.write((trx) => trx.deleteFrom("api_answers").where("key", "=", key).execute());
    }
    throw error;
  }
}

/** Deletes answers that are no longer repeated. @param now milliseconds since 1970 */
export async function sweepAnswers(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .deleteFrom("api_answers")
    .where("created_at", "<=", now - keepAnswersMs)
    .execute();
}

function wrongKey(): ApiError {
  const detail = "Use 1 to 255 characters.";
  const errors = [{ pointer: "/Idempotency-Key", code: "invalid", detail }];
  return new ApiError("invalid", { message: `Idempotency-Key: ${detail}` }, { errors });
}

/** What has to be equal in each try. */
function describe({ method, url }: FastifyRequest, contents: unknown): string {
  return JSON.stringify([method, url, contents ?? null]);
}

/** A UUID (version 8, RFC 9562) of a request: after its time a key may come with another one. */
function idOf({ key, request_hash }: Claimed): string {
  const digits = hash("sha256", `${key} ${request_hash}`, "hex");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`];
  return [...parts, `a${digits.slice(17, 20)}`, digits.slice(20, 32)].join("-");
}

interface Claimed {
  readonly key: string;
  readonly request_hash: string;
}

/** @returns the sealed first answer; undefined if this request is the first one */
async function claim(
  trx: Transaction<Database>,
  claimed: Claimed,
  now: number,
): Promise<string | undefined> {
  const values = { ...claimed, answer: null, created_at: now };
  const first = await trx
    .insertInto("api_answers")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet(values)
        .where((row) =>
          row.or([
            row("api_answers.created_at", "<=", now - keepAnswersMs),
            row.and([
              row("api_answers.answer", "is", null),
              row("api_answers.created_at", "<=", now - runningMs),
            ]),
          ]),
        ),
    )
    .returning("key")
    .executeTakeFirst();
  if (first) return undefined;
  const { answer, request_hash: known } = await trx
    .selectFrom("api_answers")
    .select(["answer", "request_hash"])
    .where("key", "=", claimed.key)
    .executeTakeFirstOrThrow();
  if (known !== claimed.request_hash) throw new ApiError("idempotency-key-reused");
  if (answer === null) throw new ApiError("idempotency-key-running");
  return answer;
}

/** @throws what becomes a 5xx */
async function collect(reply: FastifyReply, run: () => Promise<unknown>): Promise<Answer> {
  try {
    const body = await run();
    return { status: reply.statusCode, headers: headersOf(reply), body };
  } catch (error) {
    const rejection = toApiError(error as Error);
    if (rejection.statusCode >= 500) throw error;
    return { error: { body: rejection.body, facts: rejection.facts } };
  }
}

function headersOf(reply: FastifyReply): Readonly<Record<string, string>> {
  const kept = ["location", "etag", "content-type"].filter((name) => reply.hasHeader(name));
  return Object.fromEntries(kept.map((name) => [name, String(reply.getHeader(name))]));
}

function send(reply: FastifyReply, answer: Answer): unknown {
  if ("error" in answer) {
    const { code, ...details } = answer.error.body;
    throw new ApiError(code, details, answer.error.facts);
  }
  reply.code(answer.status).headers(answer.headers);
  return answer.body;
}

/**
 * Encrypts answers, which may name people, with a key that is not stored: it is made of the token and
 * the Idempotency-Key (AES-256-GCM; HKDF, RFC 5869).
 */
class Seal {
  readonly #key: Buffer;

  constructor({ token }: ApiCaller, typed: string) {
    this.#key = Buffer.from(hkdfSync("sha256", token, "", `api answer ${typed}`, 32));
  }

  close(answer: Answer): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
  }

  open(sealed: string): Answer {
    const bytes = Buffer.from(sealed, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(text.toString());
  }
}
