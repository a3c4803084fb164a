import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import { prepareAppLogin } from "../../../identity/server/app-login.ts";
import { authDone, authQuery, readNotice, safeNext } from "../../contract/auth.ts";
import { authEndpoints, type LoginResponse } from "../../contract/auth-endpoints.ts";
import {
  alreadyConfirmed,
  type ConfirmLinkValues,
  confirmByPasswordForm,
  confirmEmailForm,
  notMineQuery,
  notMyAccountForm,
  undoneStep,
} from "../../contract/confirm-email.ts";
import { createAccountForm } from "../../contract/create-account.ts";
import { loginCodeForm, loginForm } from "../../contract/login.ts";
import {
  forgotPasswordForm,
  resetPasswordForm,
  welcomeForm,
} from "../../contract/password-forms.ts";
import { withoutScripts } from "../../contract/portal-pages.ts";
import { readEmailUndo } from "../accounts/staff-email-change.ts";
import {
  type AuthForm,
  authFormState,
  defineAuthForm,
  registerAuthEndpoint,
  registerAuthPost,
} from "./auth-form.ts";
import {
  confirmWithPassword,
  confirmWithSession,
  isAlreadyConfirmed,
  readConfirmLink,
} from "./confirm-email.ts";
import { createAccount } from "./create-account.ts";
import { logIn } from "./log-in/log-in.ts";
import { logInWithCode } from "./log-in/log-in-code.ts";
import { isResetLink, requestReset, resetPassword } from "./log-in/reset-password.ts";
import { findSession, hasSessionCookie } from "./sessions.ts";

/** Forms of the pages that emailed links and "Forgot password" lead to, by path. */
const linkForms: Readonly<Record<string, FormDefinition>> = {
  [paths.forgotPassword]: forgotPasswordForm,
  [paths.resetPassword]: resetPasswordForm,
  [paths.welcome]: welcomeForm,
  [paths.confirmEmail]: confirmEmailForm,
};

/** Pages of emailed links, and the one that asks for such a link. */
export const linkPages = Object.keys(linkForms);

export function registerSignInPages(app: FastifyInstance, context: AppContext): void {
  const create = createAccountAuthForm(context);
  const login = loginAuthForm(context);
  const code = loginCodeAuthForm(context);
  const linkAuthForms: Readonly<Record<string, readonly [AuthForm, ...AuthForm[]]>> = {
    [paths.forgotPassword]: [forgotPasswordAuthForm(context)],
    [paths.resetPassword]: [resetPasswordAuthForm(context)],
    [paths.welcome]: [welcomeAuthForm(context)],
    [paths.confirmEmail]: [
      confirmEmailAuthForm(context),
      confirmByPasswordAuthForm(context),
      notMyAccountAuthForm(context),
    ],
  };
  for (const authForm of [create, login, code, ...Object.values(linkAuthForms).flat()]) {
    registerAuthEndpoint(app, authForm, context);
  }
  registerAuthPost(app, paths.createAccount, [create], context);
  registerSignInPage(app, paths.createAccount, create, context);
  for (const page of [paths.login, paths.caregiverLogin, paths.providerLogin]) {
    registerAuthPost(app, page, [login, code], context);
    registerSignInPage(app, page, login, context);
  }
  for (const [page, authForms] of Object.entries(linkAuthForms)) {
    registerAuthPost(app, page, authForms, context);
  }
}

const toSignedIn = (next: string = paths.profile): LoginResponse => ({ state: "signed-in", next });

function createAccountAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: createAccountForm,
    endpoint: authEndpoints.createAccount,
    async run({ request, reply, values, next }) {
      await createAccount(request, reply, values, context);
      reply.code(201);
      return toSignedIn(next);
    },
    toNativeResult: (_result, { next = paths.profile }) => ({ goTo: withoutScripts(next) }),
  });
}

function loginAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: loginForm,
    endpoint: authEndpoints.login,
    async run({ request, reply, values, next }): Promise<LoginResponse> {
      const state = await logIn(request, reply, values, context);
      return state === "signed-in" ? toSignedIn(next) : { state };
    },
    toNativeResult: (result, { next }) =>
      result.state === "signed-in"
        ? { goTo: withoutScripts(result.next) }
        : { show: { collection: loginCodeForm.collection, extras: authFormState(next) } },
  });
}

function loginCodeAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: loginCodeForm,
    endpoint: authEndpoints.loginCode,
    async run({ request, reply, values, next }) {
      await logInWithCode(request, reply, values.code, context);
      return toSignedIn(next);
    },
    toNativeResult: (_result, { next = paths.profile }) => ({ goTo: withoutScripts(next) }),
  });
}

function forgotPasswordAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: forgotPasswordForm,
    endpoint: authEndpoints.forgotPassword,
    async run({ request, values }) {
      await requestReset(request, values.email, context);
      return {};
    },
    toNativeResult: () => ({ goTo: `${paths.forgotPassword}?${authDone}` }),
  });
}

function resetPasswordAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: resetPasswordForm,
    endpoint: authEndpoints.resetPassword,
    async run({ request, reply, values, token }) {
      await resetPassword(request, reply, token, values.newPassword, context);
      return {};
    },
    toNativeResult: () => ({ goTo: `${paths.resetPassword}?${authDone}` }),
  });
}

function welcomeAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: welcomeForm,
    endpoint: authEndpoints.welcome,
    async run({ request, values }) {
      const { choosePassword } = await import("./choose-password.ts");
      await choosePassword(request, values, context);
      return {};
    },
    toNativeResult: () => ({ goTo: `${paths.welcome}?${authDone}` }),
  });
}

function confirmEmailAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: confirmEmailForm,
    endpoint: authEndpoints.confirmEmail,
    async run({ request, token }) {
      await confirmWithSession(request, token, context);
      return {};
    },
    toNativeResult: () => ({ goTo: `${paths.confirmEmail}?${authDone}` }),
    stateAfterRejection: ({ request, token }) => confirmState(token, request, context),
  });
}

function confirmByPasswordAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: confirmByPasswordForm,
    endpoint: authEndpoints.confirmByPassword,
    async run({ request, values, token }) {
      await confirmWithPassword(request, token, values.password, context);
      return {};
    },
    toNativeResult: () => ({ goTo: `${paths.confirmEmail}?${authDone}` }),
    stateAfterRejection: ({ request, token }) => confirmState(token, request, context),
  });
}

function notMyAccountAuthForm(context: AppContext): AuthForm {
  return defineAuthForm({
    form: notMyAccountForm,
    endpoint: authEndpoints.notMyAccount,
    async run({ request, token }) {
      // Loaded on first use, so that the server starts faster.
      const { disownAccount } = await import("./not-my-account.ts");
      return disownAccount(request, token, context);
    },
    mark: notMineQuery,
    toNativeResult: ({ isUndone }) => ({
      goTo: `${paths.confirmEmail}?${authDone}=${isUndone ? undoneStep : notMineQuery}`,
    }),
    stateAfterRejection: ({ request, token }) => notMyAccountState(token, request, context),
  });
}

/**
 * A page for signed-out people; signed-in ones are redirected to `next`. With a session cookie the
 * response is not stored, since the next one may differ.
 */
function registerSignInPage(
  app: FastifyInstance,
  page: string,
  { form }: AuthForm,
  context: AppContext,
): void {
  const { pages } = context;
  app.get(page, async (request, reply) => {
    const query = queryOf(request);
    const next = safeNext(query.get(authQuery.next));
    const hasCookie = hasSessionCookie(request, context);
    const appLogin = await prepareAppLogin(request, next, context);
    // Who began to log in from an app and is logged in here is here because that is not enough.
    if (hasCookie && !appLogin && (await findSession(request, context, reply))) {
      return reply.header("cache-control", "no-store").redirect(next ?? paths.profile, 303);
    }
    const step = readNotice(query);
    if (!hasCookie && next === undefined && step === undefined)
      return pages.serve(request, reply, page);
    const state: FormState = {
      collection: form.collection,
      extras: authFormState(next, undefined, appLogin?.appName),
      ...(step && { step }),
    };
    const email = appLogin?.loginHint;
    if (!email) return pages.sendSharedState(reply, page, state);
    return pages.sendWithState(reply, page, 200, { ...state, values: { email } });
  });
}

/**
 * State of a page of an emailed link, or of a page whose form is done. Opening a link does not
 * consume it.
 */
export async function findLinkState(
  path: string,
  query: URLSearchParams,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState | undefined> {
  if (query.has(authDone)) {
    const done = query.get(authDone) ?? "";
    const isNotMine = [notMineQuery, undoneStep].includes(done);
    const form = isNotMine ? notMyAccountForm : linkForms[path];
    const values = done === undoneStep && { values: { kind: "undo-email-change" } };
    return form && { collection: form.collection, step: authDone, ...values };
  }
  const notMine = path === paths.confirmEmail ? query.get(notMineQuery) : null;
  if (notMine !== null) return notMyAccountState(notMine, request, context);
  const token = query.get(authQuery.token);
  if (!token) return undefined;
  if (path === paths.welcome)
    return { collection: welcomeForm.collection, values: { code: token } };
  if (path === paths.resetPassword && (await isResetLink(token, context))) {
    return { collection: resetPasswordForm.collection, extras: authFormState(undefined, token) };
  }
  return path === paths.confirmEmail ? confirmState(token, request, context) : undefined;
}

/** State of a link that confirms an address: the form depends on who is signed in. */
async function confirmState(token: string, request: FastifyRequest, context: AppContext) {
  const link = await readConfirmLink(token, request, context);
  if (!link && (await isAlreadyConfirmed(token, context))) {
    return { collection: confirmEmailForm.collection, step: alreadyConfirmed };
  }
  const form = link?.viewer === "owner" ? confirmEmailForm : confirmByPasswordForm;
  return link && linkState(form, link, token);
}

/** Without values if the link is consumed or expired; the page then says so. */
async function notMyAccountState(token: string, request: FastifyRequest, context: AppContext) {
  const former = await readEmailUndo(token, context);
  const link: ConfirmLinkValues | undefined =
    former === undefined
      ? await readConfirmLink(token, request, context)
      : { email: former, kind: "undo-email-change", viewer: "anybody" };
  return link
    ? linkState(notMyAccountForm, link, token)
    : { collection: notMyAccountForm.collection };
}

function linkState(form: FormDefinition, link: ConfirmLinkValues, token: string): FormState {
  return {
    collection: form.collection,
    values: { ...link },
    extras: authFormState(undefined, token),
  };
}
