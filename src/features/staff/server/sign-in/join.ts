import type { Empty, InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type {
  DeskLoginResponse,
  deskLoginEndpoints,
  InvitationResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { emailKey, isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { clearCounter, countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { hashToken } from "../../../../platform/server/credentials/tokens.ts";
import { clientAddress } from "../../../../platform/server/http/network.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { endStaffSessions, prepareStaffSession } from "../access/staff-session.ts";
import { anonymousActor, writeAudit } from "../write-audit.ts";
import { staffLink, staffLinkEmail, staffNoticeEmail } from "./desk-emails.ts";
import { stateAfterPassword } from "./log-in.ts";
import { rememberBrowser } from "./staff-device.ts";
import { requireGoodPassword } from "./staff-password-rule.ts";
import {
  consumeStaffToken,
  issueStaffLink,
  readStaffLink,
  revokeStaffTokens,
  staffLinkKinds,
} from "./staff-tokens.ts";

type Endpoints = typeof deskLoginEndpoints;

/** Receives the emails that are deleted before the commit. */
const nobody = { id: null, name: "", email: "nobody@example.invalid" };

/**
 * Emails a link if an active staff member has the address. Otherwise the response is the same, and
 * so are the statements, which take the time: link and email are stored for nobody and deleted
 * before the commit. An unknown address is audited without the text.
 */
export async function sendNewPasswordLink(
  { request, body: { email } }: EndpointRequest & InputOf<Endpoints["forgotPassword"]>,
  context: AppContext,
): Promise<Empty> {
  const { clientKeys, database, now, origin } = context;
  await countAttempt(context, [
    { limit: "staffResetAddress", hash: clientKeys.hashAddress(request) },
    {
      limit: "staffResetAccount",
      hash: clientKeys.hashAccount(email),
      errorCode: "links-sent",
    },
  ]);
  if (!isStorableText(email)) return {};
  await database.write(async (trx) => {
    const person = await trx
      .selectFrom("staff")
      .select(["id", "name", "email"])
      .where("email_key", "=", emailKey(email))
      .where("joined_at", "is not", null)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    const receiver = person ?? nobody;
    const token = await issueStaffLink(trx, "new-password", receiver.id, now());
    const link = staffLink(origin(), token);
    const emailId = await queueEmail(trx, staffLinkEmail("new-password", receiver, link), now());
    await trx
      .deleteFrom("staff_tokens")
      .where("token_hash", "=", person ? "" : hashToken(token))
      .execute();
    await trx
      .deleteFrom("mail_outbox")
      .where("id", "=", person ? "" : emailId)
      .execute();
    const act = {
      kind: "log-in",
      what: person ? "Asked for a new password" : "Asked for a new password: unknown email",
      target: person ? `Log-in of ${person.email}` : "Log-in",
    } as const;
    await writeAudit(trx, anonymousActor(request), act, now());
  });
  return {};
}

/** Reads a link without consuming it. @throws ApiError "link-expired" */
export async function readInvitation(
  { body: { token } }: InputOf<Endpoints["readInvitation"]>,
  context: AppContext,
): Promise<InvitationResponse> {
  const { kind, name, email } = await requireLink(token, context);
  return { purpose: kind as InvitationResponse["purpose"], name, email };
}

/** @throws ApiError "link-expired" if it was used, replaced or withdrawn, or is too old */
async function requireLink(token: string, { database, now }: AppContext) {
  const link = await readStaffLink(database.db, token, now());
  if (!link) throw new ApiError("link-expired");
  return link;
}

/**
 * Sets a password with an emailed link and ends all sessions. The second factor is kept: with one,
 * the log-in continues with the code.
 */
export async function setPassword(
  { request, reply, body }: EndpointRequest & InputOf<Endpoints["acceptInvitation"]>,
  context: AppContext,
): Promise<DeskLoginResponse> {
  const { clientKeys, database, now } = context;
  const { token, password } = body;
  const person = await requireLink(token, context);
  await requireGoodPassword(password, person, "password");
  const passwordHash = await context.passwords.hash(password);
  const session = prepareStaffSession(request, context);
  const { id, name, email } = person;
  const state = await database.write(async (trx) => {
    const time = now();
    const current = await trx
      .selectFrom("staff")
      .select("joined_at")
      .where("id", "=", id)
      .where("disabled_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const used = await consumeStaffToken(trx, token, staffLinkKinds, time);
    if (!current || !used) throw new ApiError("link-expired");
    await trx
      .updateTable("staff")
      .set({ password_hash: passwordHash, joined_at: current.joined_at ?? time })
      .where("id", "=", id)
      .execute();
    await revokeStaffTokens(trx, id);
    await endStaffSessions(trx, id, "sign-in");
    await clearCounter(trx, { limit: "staffLoginAccount", hash: clientKeys.hashAccount(email) });
    const next = await stateAfterPassword(trx, id, context);
    await session.store(trx, id, next);
    const actor = { staffId: id, name, origin: clientAddress(request) };
    const hasJoined = used.kind === "join";
    const what = hasJoined ? "Accepted the invitation" : "Set a new password by email";
    await writeAudit(trx, actor, { kind: "staff", what, target: email }, time);
    if (!hasJoined) await queueEmail(trx, staffNoticeEmail("password", person), time);
    return next;
  });
  session.setCookie(reply);
  if (state === "signed-in") await rememberBrowser({ request, reply }, id, context);
  return state === "code-needed" ? { state, name } : { state };
}
