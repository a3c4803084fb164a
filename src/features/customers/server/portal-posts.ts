import type { FastifyInstance, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { readValues } from "../../../platform/contract/form-engine/define-form.ts";
import { findDoubts } from "../../../platform/contract/form-engine/doubts.ts";
import { textsSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { TextBody } from "../../../platform/server/http/body.ts";
import { parse } from "../../../platform/server/http/read-input.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../platform/server/pages/native-post.ts";
import { authDone, authExtras, authPath } from "../contract/auth.ts";
import { editProfileForm } from "../contract/edit-profile.ts";
import { withoutScripts } from "../contract/portal-pages.ts";
import { contactMethods } from "../contract/settings.ts";
import { findSession, requireSession } from "./auth/sessions.ts";
import { portalState, readPortal } from "./portal-state.ts";
import { saveContactMethod } from "./profile/contact.ts";
import { saveChange } from "./profile/routes.ts";
import { resendVerification } from "./security/sign-in.ts";

const version = "version";
const names = editProfileForm.fields.map(({ name }) => name);
const profileBody = textsSchema([...names, version, authExtras.anyway]);
/** The settings' two forms: how we answer, and sending the link again. */
const settingsBody = textsSchema(["contactMethod", "verifyEmail"]);

const savedAt = (path: string) => `${withoutScripts(path)}&${authDone}`;

/** Changes of a signed-in person's own pages that browsers without scripts post. */
export function registerPortalPosts(app: FastifyInstance, context: AppContext): void {
  registerNativePost(app, paths.editProfile, context, {
    async run(request, reply) {
      const session = await requireSession(request, reply, context);
      return saveProfile(request, parse(profileBody, request.body), session, context);
    },
    stateAfter: (rejection, request) => stateAfter(paths.editProfile, rejection, request, context),
  });
  registerNativePost(app, paths.settings, context, {
    async run(request, reply): Promise<NativeResult> {
      const session = await requireSession(request, reply, context);
      const body = parse(settingsBody, request.body);
      const method = contactMethods.find((name) => name === body.contactMethod);
      if (method) await saveContactMethod(session.uid, method, context);
      else if (body.verifyEmail) await resendVerification({ request, session }, context);
      else throw new ApiError("malformed");
      return { goTo: savedAt(paths.settings) };
    },
    stateAfter: (rejection, request) => stateAfter(paths.settings, rejection, request, context),
  });
}

async function saveProfile(
  request: FastifyRequest,
  body: Partial<TextBody>,
  session: Parameters<typeof saveChange>[1]["session"],
  context: AppContext,
): Promise<NativeResult> {
  const values = readValues(editProfileForm, (name) => body[name]);
  const portal = await readPortal(
    paths.editProfile,
    queryOf(request),
    { request, session },
    context,
  );
  if (!portal) throw new ApiError("not-signed-in");
  const { user } = portal.profile;
  const found = body[authExtras.anyway] ? {} : await findDoubts(editProfileForm, values);
  const doubts = Object.fromEntries(
    Object.entries(found).filter(
      ([name]) => values[name as keyof typeof values] !== user[name as keyof typeof user],
    ),
  );
  if (Object.keys(doubts).length > 0) {
    return { show: { ...portalState(paths.editProfile, portal), values, doubts } };
  }
  const sent = { version: Number(body[version]), changes: values };
  await saveChange(request, { session, sent }, context);
  return { goTo: savedAt(paths.profile) };
}

/** The page after a rejection, with what was typed; without a session, the log-in. */
async function stateAfter(
  path: string,
  rejection: ApiError,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | { readonly goTo: string }> {
  const session = await findSession(request, context);
  const portal =
    session && (await readPortal(path, queryOf(request), { request, session }, context));
  if (!portal) return { goTo: authPath(paths.login, withoutScripts(path)) };
  const failure =
    rejection.body.code === "conflict"
      ? "Your profile was changed somewhere else meanwhile. Your text is below: press Save Changes to keep it."
      : failureWithWait(editProfileForm.failure, rejection.body.retryAfter);
  const state = portalState(path, portal);
  const body = (request.body ?? {}) as TextBody;
  return {
    ...state,
    ...(path === paths.editProfile && {
      values: readValues(editProfileForm, (name) => body[name]),
    }),
    ...errorsOf(rejection, failure),
  };
}
