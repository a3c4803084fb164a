import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type { ownSignInEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { prepareOneTimeCodes } from "../../../../platform/server/credentials/one-time-codes.ts";
import {
  type Counter,
  clearCounter,
  countAttempt,
} from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskRequest } from "../access/desk-endpoint.ts";
import {
  actorOf,
  lockStaffSession,
  renewStaffSession,
  type StaffSession,
} from "../access/staff-session.ts";
import { writeAudit } from "../write-audit.ts";
import { useStaffCode } from "./second-factor.ts";
import { staffPasskeys } from "./staff-passkeys.ts";

/** Handlers of giving the second factor again, which permits sensitive actions for some minutes. */
export function reauthHandlers(context: AppContext) {
  return {
    reauth: async (call: DeskRequest & InputOf<typeof ownSignInEndpoints.reauth>) => {
      const { code, password } = call.body;
      if (password !== "" && !call.session.hasSecondFactor) {
        await requireOwnPassword(call.session, password, context);
        await confirm(call, context, async () => "the password");
        return {};
      }
      const counter = reauthCounter(call.session, context);
      await countAttempt(context, [counter]);
      await prepareOneTimeCodes();
      const isRight = await confirm(call, context, async (trx) => {
        const used = await useStaffCode(trx, call.session.staffId, code, context);
        if (used) await clearCounter(trx, counter);
        return used;
      });
      if (!isRight) throw await rejectReauth(call, "wrong-code", "Wrong code", context);
      return {};
    },
    reauthPasskeyOptions: (call: DeskRequest) =>
      staffPasskeys.request(call, "passkey-confirm", call.session.staffId, context),
    reauthPasskey: async (call: DeskRequest & { readonly body: unknown }) => {
      const { staffId } = call.session;
      const sent = { kind: "passkey-confirm", owner: staffId, sent: call.body } as const;
      const passkey = await staffPasskeys.verify(call, sent, context);
      if (!passkey) throw await rejectReauth(call, "passkey-refused", "Wrong passkey", context);
      await confirm(call, context, async (trx) => {
        await passkey.use(trx);
        return "a passkey";
      });
      return {};
    },
  };
}

/**
 * Gives the session a new token and a new confirmation time.
 * @param use consumes what was given; returns its name for the audit log, undefined if it is wrong
 * @returns whether it was correct
 */
async function confirm(
  { request, reply, session }: DeskRequest,
  context: AppContext,
  use: (trx: Transaction<Database>) => Promise<string | undefined>,
): Promise<boolean> {
  const renewed = renewStaffSession(session, context);
  const isRight = await context.database.write(async (trx) => {
    await lockStaffSession(trx, session);
    const used = await use(trx);
    if (used === undefined) return false;
    await renewed.store(trx);
    const act = { kind: "log-in", what: `Confirmed with ${used}` } as const;
    await writeAudit(trx, actorOf(session, request), act, context.now());
    return true;
  });
  if (isRight) renewed.setCookie(reply);
  return isRight;
}

/** Audits the rejection. @returns the error */
async function rejectReauth(
  { request, session }: { readonly request: FastifyRequest; readonly session: StaffSession },
  code: "wrong-code" | "passkey-refused",
  what: string,
  { database, now }: AppContext,
): Promise<ApiError> {
  const act = { kind: "refused", what, target: `Log-in of ${session.email}` } as const;
  await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
  return new ApiError(code);
}

/**
 * Checks the password of the person who is signed in. Attempts are counted separately from log-ins,
 * so that a stranger trying to log in cannot lock the owner out here.
 * @returns the stored hash that matched, so that a change can require it to be current
 * @throws ApiError "invalid" with a message for the field `password`, "too-many"
 */
export async function requireOwnPassword(
  session: StaffSession,
  password: string,
  context: AppContext,
): Promise<string> {
  const { database, passwords } = context;
  const counter = reauthCounter(session, context);
  await countAttempt(context, [counter]);
  const { password_hash } = await database.db
    .selectFrom("staff")
    .select("password_hash")
    .where("id", "=", session.staffId)
    .executeTakeFirstOrThrow();
  const hash = password_hash ?? passwords.dummyHash;
  if (!(await passwords.verify(password, hash)).isRight) {
    throw new ApiError("invalid", { fields: { password: "This is not your current password." } });
  }
  await database.write((trx) => clearCounter(trx, counter));
  return hash;
}

function reauthCounter({ staffId }: StaffSession, { config }: AppContext): Counter {
  return { limit: "staffReauthAccount", hash: config.rateLimits ? staffId : undefined };
}
