import { z } from "zod";
import type { AnyEndpoint } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import type { ErrorCode } from "../../../../platform/contract/errors/errors.ts";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import type { Config } from "../../../../platform/server/config/config.ts";
import { formSchema } from "../../../../platform/server/openapi/form-schemas.ts";
import {
  type Content,
  cookieParameter,
  describeEndpoint,
  joinPaths,
  json,
  type Parameter,
  type Paths,
  schemaOf,
  sentJson,
} from "../../../../platform/server/openapi/operations.ts";
import { authExtras } from "../../contract/auth.ts";
import {
  authEndpoints,
  type LoginResponse,
  type SessionResponse,
} from "../../contract/auth-endpoints.ts";
import {
  confirmByPasswordForm,
  confirmEmailForm,
  notMyAccountForm,
} from "../../contract/forms/confirm-email.ts";
import { createAccountForm } from "../../contract/forms/create-account.ts";
import { loginCodeForm, loginForm } from "../../contract/forms/login.ts";
import { forgotPasswordForm, resetPasswordForm } from "../../contract/forms/password-forms.ts";
import { codeCookie } from "./log-in/log-in-code.ts";
import { passkeyCookie, passkeyOptions, passkeyReauth } from "./log-in/open-api-passkeys.ts";

const text = z.string();
const signedIn = z.object({ state: z.literal("signed-in"), next: text });
const login = schemaOf<LoginResponse>()(
  z.union([signedIn, z.object({ state: z.literal("code-needed") })]),
);
const session = schemaOf<SessionResponse>()(
  z.union([
    z.object({ signedIn: z.literal(false) }),
    z.object({
      signedIn: z.literal(true),
      uid: text,
      firstName: text,
      lastName: text,
      emailAddress: text,
      supportId: text,
    }),
  ]),
);

interface AuthOperation {
  readonly summary: string;
  readonly form: FormDefinition;
  readonly response?: Content;
  readonly status?: 201;
  readonly errors: readonly ErrorCode[];
  readonly parameters?: readonly Parameter[];
}

function describeAuthForm(
  endpoint: AnyEndpoint,
  { form, errors, ...details }: AuthOperation,
): Paths {
  const body = sentJson(formSchema(form, Object.values(authExtras)));
  return describeEndpoint(endpoint, {
    ...details,
    body,
    errors: ["invalid", "malformed", ...errors],
  });
}

/** Endpoints for creating an account, logging in and out, and recovering access. */
export function accountPaths(config: Config): Paths {
  const firstStep = "Set by the first step.";
  return joinPaths(
    describeAuthForm(authEndpoints.createAccount, {
      summary: "Create an account and log in",
      form: createAccountForm,
      response: json(signedIn),
      status: 201,
      errors: ["email-already-in-use", "too-many"],
    }),
    describeAuthForm(authEndpoints.login, {
      summary: "Log in, or get asked for a code",
      form: loginForm,
      response: json(login),
      errors: ["user-not-found", "wrong-password", "too-many"],
    }),
    describeAuthForm(authEndpoints.loginCode, {
      summary: "Log in with a code, the second step",
      form: loginCodeForm,
      response: json(signedIn),
      errors: ["wrong-code", "login-expired", "too-many"],
      parameters: [cookieParameter(config, codeCookie, firstStep)],
    }),
    describeEndpoint(authEndpoints.passkeyOptions, {
      summary: "Get the options to log in with a passkey",
      response: passkeyOptions,
      errors: ["too-many"],
    }),
    describeEndpoint(authEndpoints.passkeyLogin, {
      summary: "Log in with a passkey",
      body: sentJson(passkeyReauth.extend({ [authExtras.next]: text.optional() })),
      response: json(signedIn),
      errors: ["passkey-refused"],
      parameters: [passkeyCookie(config)],
    }),
    describeEndpoint(authEndpoints.logout, { summary: "Log out" }),
    describeEndpoint(authEndpoints.session, {
      summary: "Get the session",
      response: json(session),
      readsSession: true,
    }),
    describeAuthForm(authEndpoints.forgotPassword, {
      summary: "Request an email with a password reset link",
      form: forgotPasswordForm,
      errors: ["too-many", "links-sent"],
    }),
    describeAuthForm(authEndpoints.resetPassword, {
      summary: "Set a new password with the token of that link",
      form: resetPasswordForm,
      errors: ["link-expired"],
    }),
    describeAuthForm(authEndpoints.confirmEmail, {
      summary: "Confirm an email address, logged in",
      form: confirmEmailForm,
      errors: ["link-expired", "confirm-needed", "email-already-in-use"],
    }),
    describeAuthForm(authEndpoints.confirmByPassword, {
      summary: "Confirm an email address with the password",
      form: confirmByPasswordForm,
      errors: ["link-expired", "confirm-needed", "email-already-in-use", "too-many"],
    }),
    describeAuthForm(authEndpoints.notMyAccount, {
      summary: "Report an account that someone else made with your address",
      form: notMyAccountForm,
      errors: ["link-expired", "account-in-use"],
    }),
  );
}
