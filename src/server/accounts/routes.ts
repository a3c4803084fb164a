import type { FastifyInstance } from "fastify";
import { calls, type LoginAnswer, type SessionAnswer } from "../../contract/api.ts";
import {
  checkForm,
  type FormDefinition,
  type FormValues,
  readValues,
} from "../../contract/define-form.ts";
import { createAccountForm } from "../../contract/forms/create-account.ts";
import { loginForm } from "../../contract/forms/login.ts";
import { paths } from "../../contract/paths.ts";
import type { AppContext } from "../context.ts";
import { ApiError } from "../http/api-error.ts";
import { readTextBody } from "../http/body.ts";
import { requireOwnSite } from "../http/same-site.ts";
import { createAccount } from "./create-account.ts";
import { isPassword } from "./passwords.ts";
import { findAccountByEmail } from "./queries.ts";
import {
  endSessions,
  findSession,
  forgetSession,
  giveSession,
  prepareSession,
  requireSession,
} from "./sessions.ts";

function readForm<Name extends string>(
  form: FormDefinition<Name>,
  body: unknown,
): FormValues<Name> {
  const known = new Set<string>(form.fields.map((field) => field.name));
  const texts = readTextBody(body, known);
  return readValues(form, (name) => texts[name]);
}

/** Creating an account, signing in and out, and who is signed in. */
export function registerAccounts(app: FastifyInstance, context: AppContext): void {
  app.post(calls.createAccount, async (request, reply): Promise<LoginAnswer> => {
    requireOwnSite(request, context.config);
    await createAccount(request, reply, readForm(createAccountForm, request.body), context);
    reply.code(201).header("cache-control", "no-store");
    return { state: "signed-in", next: paths.profile };
  });

  app.post(calls.login, async (request, reply): Promise<LoginAnswer> => {
    requireOwnSite(request, context.config);
    const values = readForm(loginForm, request.body);
    const fields = checkForm(loginForm, values);
    if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
    const account = await findAccountByEmail(context.database.db, values.email);
    if (!account) throw new ApiError("user-not-found");
    if (!(await isPassword(values.password, account.password_hash))) {
      throw new ApiError("wrong-password");
    }
    const session = prepareSession(request, context.now());
    await context.database.write((trx) => session.store(trx, account.uid));
    giveSession(reply, context, session.token);
    reply.header("cache-control", "no-store");
    return { state: "signed-in", next: paths.profile };
  });

  app.post(calls.logout, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    await context.database.write((trx) => endSessions(trx, session.uid, { only: session.id }));
    forgetSession(reply, context);
    return {};
  });

  app.get(calls.session, async (request, reply): Promise<SessionAnswer> => {
    reply.header("cache-control", "no-store");
    const session = await findSession(request, context, reply);
    if (!session) return { signedIn: false };
    const person = await context.database.db
      .selectFrom("profiles")
      .innerJoin("accounts", "accounts.uid", "profiles.uid")
      .select([
        "profiles.first_name as firstName",
        "profiles.last_name as lastName",
        "profiles.email_address as emailAddress",
        "accounts.support_id as supportId",
      ])
      .where("profiles.uid", "=", session.uid)
      .executeTakeFirstOrThrow();
    return { signedIn: true, uid: session.uid, ...person };
  });
}
