import type { FastifyInstance } from "fastify";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { customerPasskeys } from "../auth/log-in/passkeys.ts";
import { type PortalRequest, registerOwnEndpoint } from "../auth/own-endpoint.ts";
import type { Session } from "../auth/sessions.ts";
import { lockConfirmedSession, lockSession } from "./reauth.ts";
import { securityEmail } from "./security-emails.ts";

export function registerPasskeys(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.passkeyOptions, context, (call) =>
    startAdding(call, context),
  );

  registerOwnEndpoint(app, settingsEndpoints.addPasskey, context, async (call) => {
    await addPasskey(call, context);
    call.reply.code(201);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.removePasskey, context, async (call) => {
    const { request, session } = call;
    await removePasskey(session, request.params.id, context);
    return {};
  });
}

async function startAdding(call: PortalRequest, context: AppContext) {
  const { session } = call;
  const person = await context.database.db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .select([
      "profiles.first_name",
      "profiles.last_name",
      "accounts.email",
      "accounts.email_verified_at",
    ])
    .where("profiles.uid", "=", session.uid)
    .executeTakeFirstOrThrow();
  if (person.email_verified_at === null) throw new ApiError("email-not-confirmed");
  const owner = {
    id: session.uid,
    email: person.email,
    displayName: `${person.first_name} ${person.last_name}`.trim(),
  };
  return customerPasskeys.requestNew(call, owner, context);
}

async function addPasskey(
  call: PortalRequest & InputOf<typeof settingsEndpoints.addPasskey>,
  context: AppContext,
): Promise<void> {
  const { session, body } = call;
  const { name, response } = body;
  const passkey = await customerPasskeys.verifyNew(call, session.uid, response, context);
  const now = context.now();
  const email = await securityEmail(context, session.uid, "passkey-added");
  await context.database.write(async (trx) => {
    await lockConfirmedSession(trx, session, context);
    await customerPasskeys.insert(trx, session.uid, { ...passkey, name }, now);
    await queueEmail(trx, email, now);
  });
}

/** @throws ApiError "not-found" if the passkey was removed or is somebody else's */
async function removePasskey(session: Session, label: string, context: AppContext): Promise<void> {
  const { uid } = session;
  const id = await customerPasskeys.find(context.database.db, uid, label);
  const email = await securityEmail(context, uid, "passkey-removed");
  await context.database.write(async (trx) => {
    await lockSession(trx, session, context);
    await customerPasskeys.remove(trx, uid, id);
    await queueEmail(trx, email, context.now());
  });
}
