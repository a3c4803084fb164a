import type { FastifyInstance } from "fastify";
import type { InputOf } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { hashToken } from "../../../../platform/server/credentials/tokens.ts";
import {
  maxPasskeys,
  registrationOptions,
  relyingParty,
  verifyRegistration,
} from "../../../../platform/server/credentials/webauthn.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { type PortalRequest, registerOwnEndpoint } from "../auth/accounts/own-endpoint.ts";
import type { Session } from "../auth/accounts/sessions.ts";
import { consumeChallenge, storeChallenge } from "../auth/log-in/passkey-challenges.ts";
import { listPasskeys } from "../auth/log-in/passkeys.ts";
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

async function startAdding({ request, reply, session }: PortalRequest, context: AppContext) {
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
  const known = await listPasskeys(context, session.uid);
  if (known.length >= maxPasskeys) throw new ApiError("too-many-passkeys");
  const owner = {
    id: session.uid,
    email: person.email,
    displayName: `${person.first_name} ${person.last_name}`.trim(),
  };
  const options = await registrationOptions(relyingParty(request, context), owner, known);
  await storeChallenge(reply, context, "passkey-add", session.uid, options.challenge);
  return options;
}

async function addPasskey(
  call: PortalRequest & InputOf<typeof settingsEndpoints.addPasskey>,
  context: AppContext,
): Promise<void> {
  const { request, reply, session, body } = call;
  const { name, response } = body;
  const challenge = await consumeChallenge(request, reply, context, "passkey-add", session.uid);
  const passkey =
    challenge && (await verifyRegistration(relyingParty(request, context), challenge, response));
  if (!passkey) throw new ApiError("passkey-refused");
  const now = context.now();
  const email = await securityEmail(context, session.uid, "passkey-added");
  try {
    await context.database.write(async (trx) => {
      await lockConfirmedSession(trx, session, context);
      await trx
        .insertInto("passkeys")
        .values({
          ...passkey,
          uid: session.uid,
          name,
          created_at: now,
          last_used_at: null,
        })
        .execute();
      await queueEmail(trx, email, now);
    });
  } catch (error) {
    // A credential belongs to one account: nobody may claim an existing one.
    if (isUniqueViolation(error)) throw new ApiError("passkey-refused");
    throw error;
  }
}

/** Public id of a passkey; the credential's own id may be too long for a URL. */
export function passkeyLabel(id: string): string {
  return hashToken(id);
}

/** @throws ApiError "not-found" if the passkey was removed or is somebody else's */
async function removePasskey(session: Session, label: string, context: AppContext): Promise<void> {
  const { uid } = session;
  const passkeys = await listPasskeys(context, uid);
  const passkey = passkeys.find(({ id }) => passkeyLabel(id) === label);
  if (!passkey) throw new ApiError("not-found");
  const email = await securityEmail(context, uid, "passkey-removed");
  await context.database.write(async (trx) => {
    await lockSession(trx, session, context);
    const { numDeletedRows } = await trx
      .deleteFrom("passkeys")
      .where("id", "=", passkey.id)
      .where("uid", "=", uid)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw new ApiError("not-found");
    await queueEmail(trx, email, context.now());
  });
}
