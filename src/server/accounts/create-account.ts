import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkForm } from "../../contract/define-form.ts";
import { createAccountForm } from "../../contract/forms/create-account.ts";
import type { AppContext } from "../context.ts";
import { isUniqueViolation } from "../db/unique-violation.ts";
import { ApiError } from "../http/api-error.ts";
import { makeReference } from "../submissions/reference.ts";
import { hashPassword } from "./passwords.ts";
import { findAccountByEmail, insertAccount, type NewAccountValues } from "./queries.ts";
import { giveSession, prepareSession } from "./sessions.ts";

/**
 * Creates account, profile and session in one transaction and signs the browser in.
 * @returns the new person's uid
 * @throws ApiError "invalid", "email-already-in-use"
 */
export async function createAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  values: NewAccountValues,
  context: AppContext,
): Promise<string> {
  const fields = checkForm(createAccountForm, values);
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  const { database, now } = context;
  if (await findAccountByEmail(database.db, values.email)) {
    throw new ApiError("email-already-in-use");
  }
  const passwordHash = await hashPassword(values.password);
  const session = prepareSession(request, now());
  const uid = randomUUIDv7();
  try {
    await database.write(async (trx) => {
      await insertAccount(trx, {
        uid,
        values,
        passwordHash,
        supportId: makeReference(),
        now: now(),
      });
      await session.store(trx, uid);
    });
  } catch (error) {
    // Somebody else was faster with the same address.
    if (!isUniqueViolation(error)) throw error;
    if (await findAccountByEmail(database.db, values.email)) {
      throw new ApiError("email-already-in-use");
    }
    throw error;
  }
  giveSession(reply, context, session.token);
  return uid;
}
