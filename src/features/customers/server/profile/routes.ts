import type { FastifyInstance, FastifyRequest } from "fastify";
import { personHeader } from "../../../../platform/contract/define-endpoint.ts";
import { checkForm, readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { revokeTokens } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { editProfileForm } from "../../contract/edit-profile.ts";
import {
  type EditableName,
  type ProfileChange,
  type ProfileResponse,
  type ProfileSaved,
  profileEndpoints,
} from "../../contract/profile.ts";
import { startEmailChange } from "../auth/email-change.ts";
import { isRecentlyAuthenticated, registerOwnEndpoint } from "../auth/own-endpoint.ts";
import type { Session } from "../auth/sessions.ts";
import { lockSession } from "../security/reauth.ts";
import { mayConfirm } from "./email-address.ts";
import { findProfile, updateProfile } from "./queries.ts";

export function registerProfile(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, profileEndpoints.read, context, async ({ reply, session: { uid } }) => {
    reply.header(personHeader, uid);
    return requireProfile(uid, context);
  });
  registerOwnEndpoint(app, profileEndpoints.change, context, ({ request, session, body }) =>
    saveChange(request, { session, sent: body }, context),
  );
}

/** @throws ApiError "not-signed-in" if the account was deleted in the meantime */
async function requireProfile(uid: string, { database }: AppContext): Promise<ProfileResponse> {
  const profile = await findProfile(database.db, uid);
  if (!profile) throw new ApiError("not-signed-in");
  return profile;
}

interface SentChange {
  readonly session: Session;
  readonly sent: ProfileChange;
}

/**
 * Saves only what differs from what is stored, so that repeating a change is harmless.
 * @throws ApiError "invalid", "conflict" with the stored values
 */
export async function saveChange(
  request: FastifyRequest,
  change: SentChange,
  context: AppContext,
): Promise<ProfileSaved> {
  const { session, sent } = change;
  const { uid } = session;
  const { version } = sent;
  const current = await requireProfile(uid, context);
  const changes = findChanges(sent.changes, current.user);
  if (changes.size === 0) return { ...current, confirmationSentTo: null };
  if (version !== current.version) throw new ApiError("conflict", { current });
  const email = changes.get("emailAddress");
  const emailChange =
    email === undefined ? undefined : { uid, from: current.loginEmail, to: email };
  // A stranger at an unlocked computer must not take over the account by changing its address.
  const mayChange = emailChange !== undefined && isRecentlyAuthenticated(session, context);
  const isLinkDue = mayChange && (await mayConfirm(request, emailChange, context));
  const now = context.now();
  const isSaved = await context.database.write(async (trx) => {
    if (isLinkDue) await lockSession(trx, session, context);
    if (!(await updateProfile(trx, { uid, version, changes, now }))) return false;
    if (emailChange && isLinkDue) await startEmailChange(trx, emailChange, context);
    else if (emailChange) await revokeTokens(trx, uid, ["change-email"]);
    return true;
  });
  // Another change, perhaps the same one, was saved first: check again.
  if (!isSaved) return saveChange(request, change, context);
  const saved = await requireProfile(uid, context);
  return { ...saved, confirmationSentTo: emailChange && isLinkDue ? emailChange.to : null };
}

/**
 * The fields that differ, normalized, and checked together with the others.
 * @throws ApiError "invalid"
 */
export function findChanges(
  sent: ProfileChange["changes"],
  stored: ProfileResponse["user"],
): ReadonlyMap<EditableName, string> {
  const values = readValues(editProfileForm, (name) => sent[name] ?? stored[name]);
  const names = Object.keys(sent) as EditableName[];
  const changed = names.filter((name) => values[name] !== stored[name]);
  const fields = changed.length > 0 ? checkForm(editProfileForm, values) : {};
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  return new Map(changed.map((name) => [name, values[name]]));
}
