import type { FastifyRequest } from "fastify";
import { type Kysely, sql } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type {
  DeskLoginResponse,
  deskLoginEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { prepareOneTimeCodes } from "../../../../platform/server/credentials/one-time-codes.ts";
import type { Passwords } from "../../../../platform/server/credentials/passwords.ts";
import {
  type Counter,
  clearCounter,
  countAttempt,
  refundAttempt,
} from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { clientAddress } from "../../../../platform/server/http/network.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import {
  actorOf,
  endStaffSessions,
  findStaffSession,
  type LoginState,
  lockStaffSession,
  prepareStaffSession,
  renewStaffSession,
  type StaffSession,
} from "../access/staff-session.ts";
import { anonymousActor, writeAudit } from "../write-audit.ts";
import { readSecondFactors, useStaffCode } from "./second-factor.ts";
import { hashStaffBrowser, rememberBrowser } from "./staff-device.ts";
import { staffPasskeys } from "./staff-passkeys.ts";

type Endpoints = typeof deskLoginEndpoints;

/** The person with a log-in email, in any spelling; the first of several. */
export async function findStaffByEmail(db: Kysely<Database>, email: string) {
  return (await findAllByEmail(db, email))[0];
}

/**
 * The people with a log-in email. More than one only from before addresses had one canonical form.
 */
function findAllByEmail(db: Kysely<Database>, email: string) {
  const key = emailKey(email);
  return db
    .selectFrom("staff")
    .selectAll()
    .where((row) => row.or([row("email_key", "=", key), row("shared_email_key", "=", key)]))
    .orderBy(sql`case when shared_email_key is null then 0 else 1 end`)
    .orderBy("created_at")
    .execute();
}

/** Finds the person whose password it is, or the first one; checks at least one password. */
async function checkPasswords(
  people: Awaited<ReturnType<typeof findAllByEmail>>,
  password: string,
  passwords: Passwords,
) {
  for (const person of people) {
    const check = await passwords.verify(password, person.password_hash ?? passwords.dummyHash);
    if (check.isRight) return { person, ...check };
  }
  if (people.length === 0) await passwords.verify(password, passwords.dummyHash);
  return { person: people[0], isRight: false, isOutdated: false };
}

/**
 * An unknown email takes as long as a wrong password, has the same response, and is audited too,
 * but without the text: somebody may have typed a password there.
 */
export async function logInWithPassword(
  { request, reply, body }: EndpointRequest & InputOf<Endpoints["login"]>,
  context: AppContext,
): Promise<DeskLoginResponse> {
  const { clientKeys, database, now, passwords } = context;
  const { email, password } = body;
  const byAddress: Counter = { limit: "staffLoginAddress", hash: clientKeys.hashAddress(request) };
  const byAccount: Counter = { limit: "staffLoginAccount", hash: clientKeys.hashAccount(email) };
  const people = await findAllByEmail(database.db, email);
  const byBrowser: Counter = {
    limit: "staffLoginBrowser",
    hash: hashStaffBrowser(request, people[0], context),
  };
  const isKnown = byBrowser.hash !== undefined;
  await countAttempt(context, isKnown ? [byBrowser] : [byAddress, byAccount]);
  const { person, isRight, isOutdated } = await checkPasswords(people, password, passwords);
  if (!person || !isRight || person.disabled_at !== null) {
    const what = person && isRight ? "Right password, but disabled" : "Wrong password";
    await recordRejection(request, person?.email, person ? what : "Unknown email", context);
    throw new ApiError("staff-login-refused");
  }
  const session = prepareStaffSession(request, context);
  const newHash = isOutdated ? await passwords.hash(password) : person.password_hash;
  const state = await database.write(async (trx): Promise<LoginState> => {
    // Somebody may have disabled the person or changed the password in the meantime.
    const { numUpdatedRows } = await trx
      .updateTable("staff")
      .set({ password_hash: newHash })
      .where("id", "=", person.id)
      .where("password_hash", "=", person.password_hash)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError("staff-login-refused");
    if (isKnown) await clearCounter(trx, byBrowser);
    else {
      await refundAttempt(trx, byAddress);
      await clearCounter(trx, byAccount);
    }
    const next = await stateAfterPassword(trx, person.id, context);
    await session.store(trx, person.id, next);
    const what = next === "signed-in" ? "Logged in with the password" : "Gave the password";
    const actor = { staffId: person.id, name: person.name, origin: clientAddress(request) };
    await writeAudit(trx, actor, { kind: "log-in", what }, now());
    return next;
  });
  session.setCookie(reply);
  if (state === "signed-in") await rememberBrowser({ request, reply }, person.id, context);
  return state === "code-needed" ? { state, name: person.name } : { state };
}

export async function stateAfterPassword(
  db: Kysely<Database>,
  staffId: string,
  { config }: AppContext,
): Promise<LoginState> {
  const { hasAuthenticator, passkeys } = await readSecondFactors(db, staffId);
  if (hasAuthenticator || passkeys > 0) return "code-needed";
  return config.staffSecondFactor === "required" ? "setup-needed" : "signed-in";
}

export async function logInWithCode(
  { request, reply, body: { code } }: EndpointRequest & InputOf<Endpoints["loginCode"]>,
  context: AppContext,
): Promise<DeskLoginResponse> {
  const { database, now } = context;
  const session = await findStaffSession(request, context, true);
  if (!session || session.confirmedAt !== null || !session.hasSecondFactor) {
    throw new ApiError("login-expired");
  }
  const byAccount = await countCode(session, context);
  await prepareOneTimeCodes();
  const renewed = renewStaffSession(session, context);
  const isRight = await database.write(async (trx) => {
    await lockStaffSession(trx, session);
    const used = await useStaffCode(trx, session.staffId, code, context);
    if (!used) return false;
    await clearCounter(trx, byAccount);
    await renewed.store(trx);
    const what = `Logged in with ${used}`;
    await writeAudit(trx, actorOf(session, request), { kind: "log-in", what }, now());
    return true;
  });
  if (!isRight) {
    await recordRejection(request, session.email, "Wrong code", context);
    throw new ApiError("wrong-code");
  }
  renewed.setCookie(reply);
  await rememberBrowser({ request, reply }, session.staffId, context);
  return { state: "signed-in" };
}

/**
 * A correct password allows only a few codes; codes rejected by the account's limit do not count.
 */
async function countCode(session: StaffSession, context: AppContext): Promise<Counter> {
  const { config, database } = context;
  const hash = (id: string) => (config.rateLimits ? id : undefined);
  const byAccount: Counter = { limit: "staffCodeAccount", hash: hash(session.staffId) };
  const byStep: Counter = {
    limit: "staffCodeStep",
    hash: hash(session.id),
    errorCode: "login-expired",
  };
  try {
    await countAttempt(context, [byStep, byAccount]);
  } catch (error) {
    if (error instanceof ApiError && error.body.code === "login-expired") {
      await database.write((trx) =>
        endStaffSessions(trx, session.staffId, undefined, { only: session.id }),
      );
      throw new ApiError("login-expired");
    }
    throw error;
  }
  return byAccount;
}

export async function requestPasskeyLogin(call: EndpointRequest, context: AppContext) {
  await countAttempt(context, [passkeyCounter(call.request, context)]);
  return staffPasskeys.request(call, "passkey-login", null, context);
}

/** A passkey counts as password and second factor. */
export async function logInWithPasskey(
  call: EndpointRequest & { readonly body: unknown },
  context: AppContext,
): Promise<DeskLoginResponse> {
  const { request, reply } = call;
  const { database, now } = context;
  const passkey = await staffPasskeys.verify(
    call,
    { kind: "passkey-login", owner: null, sent: call.body },
    context,
  );
  if (!passkey) {
    await recordRejection(request, undefined, "Wrong passkey", context);
    throw new ApiError("passkey-refused");
  }
  const { owner: staffId } = passkey;
  const session = prepareStaffSession(request, context);
  const disabled = await database.write(async (trx) => {
    const { name, email, disabled_at } = await trx
      .selectFrom("staff")
      .select(["name", "email", "disabled_at"])
      .where("id", "=", staffId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (disabled_at !== null) return email;
    await passkey.use(trx);
    await refundAttempt(trx, passkeyCounter(request, context));
    await session.store(trx, staffId, "signed-in");
    const act = { kind: "log-in", what: "Logged in with a passkey" } as const;
    await writeAudit(trx, { staffId, name, origin: clientAddress(request) }, act, now());
    return undefined;
  });
  if (disabled !== undefined) {
    await recordRejection(request, disabled, "Right passkey, but disabled", context);
    throw new ApiError("passkey-refused");
  }
  session.setCookie(reply);
  await rememberBrowser(call, staffId, context);
  return { state: "signed-in" };
}

/** Counts challenges, which is enough, since every response needs one. */
function passkeyCounter(request: FastifyRequest, { clientKeys }: AppContext): Counter {
  return { limit: "staffPasskeyAddress", hash: clientKeys.hashAddress(request) };
}

/** @param email the staff member's, undefined if unknown */
async function recordRejection(
  request: FastifyRequest,
  email: string | undefined,
  what: string,
  { database, now }: AppContext,
): Promise<void> {
  const target = email === undefined ? "Log-in" : `Log-in of ${email}`;
  const act = { kind: "refused", what, target } as const;
  await database.write((trx) => writeAudit(trx, anonymousActor(request), act, now()));
}
