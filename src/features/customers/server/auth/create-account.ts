import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import { queueStaffNotice } from "../../../staff/server/staff-notices.ts";
import { accountCollection } from "../settings.ts";
import { sendVerification } from "./confirm-email.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { prepareSession } from "./new-session.ts";
import {
  findAccountByEmail,
  insertAccount,
  isAddressTaken,
  type NewAccountValues,
} from "./queries.ts";
import { setSessionCookie } from "./sessions.ts";

/**
 * Creates account, profile and session in one transaction, with the email that asks to confirm the
 * address, and signs in the browser.
 * @param values already validated
 * @throws ApiError "email-already-in-use", "too-many"
 */
export async function createAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  values: NewAccountValues,
  context: AppContext,
): Promise<void> {
  const { database, now, clientKeys } = context;
  await countAttempt(context, [{ limit: "createAddress", hash: clientKeys.hashAddress(request) }]);
  if (await isAddressTaken(database.db, values.email)) throw new ApiError("email-already-in-use");
  const passwordHash = await context.passwords.hash(values.password);
  const session = prepareSession(request, context, "password");
  const uid = randomUUIDv7();
  const supportId = makeReference();
  try {
    await database.write(async (trx) => {
      await insertAccount(trx, {
        uid,
        values,
        passwordHash,
        supportId,
        now: now(),
      });
      await session.store(trx, uid);
      await sendVerification(trx, context, { uid, email: values.email });
      const record = { collection: accountCollection, reference: supportId, now: now() };
      await queueStaffNotice(trx, context, record);
    });
  } catch (error) {
    // A concurrent request created an account with the same address.
    if (!isUniqueViolation(error)) throw error;
    if (await findAccountByEmail(database.db, values.email)) {
      throw new ApiError("email-already-in-use");
    }
    throw error;
  }
  setSessionCookie(reply, context, session.token);
  setDeviceCookie(request, reply, context, { uid, password_hash: passwordHash });
}
