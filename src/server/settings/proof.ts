import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { calls, type Proof } from "../../contract/api.ts";
import { facts } from "../../contract/facts.ts";
import { askForPasskey, provePasskey } from "../accounts/passkeys.ts";
import { isPassword } from "../accounts/passwords.ts";
import { giveSession, renewSession, requireSession, type Session } from "../accounts/sessions.ts";
import { type Counter, clearCounter, countTry } from "../accounts/throttles.ts";
import type { AppContext } from "../context.ts";
import type { Database } from "../db/schema.ts";
import { ApiError } from "../http/api-error.ts";

/** What a call came with, passed on as one. */
export interface PortalCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
}

/** Writes down what a proof used up; comes first in the transaction of what it allows. */
export type UseProof = (trx: Transaction<Database>) => Promise<void>;

const wrongPassword = "This is not your current password.";

/** Whether the person proved a moment ago who they are. */
export function isFreshProof({ provedAt }: Session, { now }: Pick<AppContext, "now">): boolean {
  return now() - provedAt <= facts.proofMinutes * 60 * 1000;
}

/**
 * For calls that a stranger at an open computer must not get through.
 * @throws ApiError "confirm-needed" when the last proof is too long ago
 */
export function requireFreshProof(session: Session, context: AppContext): void {
  if (!isFreshProof(session, context)) throw new ApiError("confirm-needed");
}

/** A password that fits. */
interface ProvenPassword {
  /** What it fits, so that a change can insist on it. */
  readonly hash: string;
  readonly use: UseProof;
}

/**
 * Checks the password of the person who is signed in; many wrong ones slow down, as at the
 * log-in, but count apart from those, so that a stranger here locks nobody out there.
 * @throws ApiError "invalid" with a message for the field `password`, "too-many"
 */
export async function requirePassword(
  { session }: PortalCall,
  context: AppContext,
  password: string,
): Promise<ProvenPassword> {
  const { rateLimits } = context.config;
  const tries: Counter = { limit: "proofAccount", hash: rateLimits ? session.uid : undefined };
  await countTry(context, [tries]);
  const { password_hash: hash } = await context.database.db
    .selectFrom("accounts")
    .select("password_hash")
    .where("uid", "=", session.uid)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(password, hash))) {
    throw new ApiError("invalid", { fields: { password: wrongPassword } });
  }
  return { hash, use: (trx) => clearCounter(trx, tries) };
}

/**
 * Lets the person prove once more who they are, by password or passkey.
 * @throws ApiError "malformed", "invalid", "passkey-refused", "too-many"
 */
export async function prove(
  call: PortalCall,
  context: AppContext,
  body: unknown,
): Promise<UseProof> {
  const proof = readProof(body);
  if ("password" in proof) return (await requirePassword(call, context, proof.password)).use;
  const { request, reply, session } = call;
  const proven = await provePasskey(
    request,
    reply,
    context,
    "passkey-confirm",
    session.uid,
    proof.passkey,
  );
  return (trx) => proven.use(trx);
}

function readProof(body: unknown): Proof {
  const { password, passkey } = (body ?? {}) as Partial<Record<"password" | "passkey", unknown>>;
  if (typeof password === "string" && passkey === undefined) return { password };
  if (typeof passkey === "object" && passkey && password === undefined) return { passkey };
  throw new ApiError("malformed");
}

/** Proving once more who one is, which opens the sensitive calls for some minutes. */
export function registerProof(app: FastifyInstance, context: AppContext): void {
  app.post(calls.confirmIdentity, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    const use = await prove({ request, reply, session }, context, request.body);
    const renewed = renewSession(session, context);
    await context.database.write(async (trx) => {
      await use(trx);
      await renewed.store(trx);
    });
    giveSession(reply, context, renewed.token);
    return {};
  });

  app.get(calls.confirmIdentity, async (request, reply) => {
    requireFreshProof(await requireSession(request, reply, context), context);
    return {};
  });

  app.post(`${calls.confirmIdentity}/options`, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    return askForPasskey(request, reply, context, "passkey-confirm", session.uid);
  });
}
