import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { formSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { authExtras } from "./auth.ts";
import { confirmByPasswordForm, confirmEmailForm, notMyAccountForm } from "./confirm-email.ts";
import { createAccountForm } from "./create-account.ts";
import { loginCodeForm, loginForm } from "./login.ts";
import { passkeyCookie, passkeyOptions, passkeyResponse } from "./passkeys.ts";
import { forgotPasswordForm, resetPasswordForm, welcomeForm } from "./password-forms.ts";

/** What the forms of the sign-in pages send beside their fields. */
const extras = Object.values(authExtras);
const text = z.string();
const signedIn = z.object({ state: z.literal("signed-in"), next: text });
/** "code-needed": the account needs a code from its authenticator, or a recovery code. */
const login = z.union([signedIn, z.object({ state: z.literal("code-needed") })]);
const session = z.union([
  z.object({ signedIn: z.literal(false) }),
  z.object({
    signedIn: z.literal(true),
    uid: text,
    firstName: text,
    lastName: text,
    emailAddress: text,
    supportId: text,
    phoneNumber: text,
  }),
]);

export type LoginResponse = Returned<typeof login>;
export type SessionResponse = Returned<typeof session>;

export const authEndpoints = {
  createAccount: defineEndpoint("own-site POST /api/portal/create-account", {
    summary: "Create an account and log in",
    body: formSchema(createAccountForm, extras),
    response: signedIn,
    status: 201,
    errors: ["invalid", "malformed", "email-already-in-use", "too-many"],
  }),
  login: defineEndpoint("own-site POST /api/portal/login", {
    summary: "Log in, or get asked for a code",
    body: formSchema(loginForm, extras),
    response: login,
    errors: [
      "invalid",
      "malformed",
      "user-not-found",
      "wrong-password",
      "account-locked",
      "too-many",
    ],
  }),
  /** Second step of a login if the account needs a code. */
  loginCode: defineEndpoint("own-site POST /api/portal/login/code", {
    summary: "Log in with a code, the second step",
    body: formSchema(loginCodeForm, extras),
    response: signedIn,
    errors: ["invalid", "malformed", "wrong-code", "account-locked", "login-expired", "too-many"],
    cookies: { "login-code": "Set by the first step." },
  }),
  passkeyOptions: defineEndpoint("own-site POST /api/portal/login/passkey/options", {
    summary: "Get the options to log in with a passkey",
    response: passkeyOptions,
    errors: ["too-many"],
  }),
  passkeyLogin: defineEndpoint("own-site POST /api/portal/login/passkey", {
    summary: "Log in with a passkey",
    body: passkeyResponse,
    response: signedIn,
    errors: ["passkey-refused", "account-locked"],
    cookies: passkeyCookie,
  }),
  logout: defineEndpoint("session POST /api/portal/logout", { summary: "Log out" }),
  /** Who is signed in, for forms that prefill and for `pageshow`. */
  session: defineEndpoint("anybody GET /api/portal/session", {
    summary: "Get the session",
    response: session,
    readsSession: true,
  }),
  forgotPassword: defineEndpoint("own-site POST /api/portal/forgot-password", {
    summary: "Request an email with a password reset link",
    body: formSchema(forgotPasswordForm, extras),
    errors: ["invalid", "malformed", "too-many", "links-sent"],
  }),
  resetPassword: defineEndpoint("own-site POST /api/portal/reset-password", {
    summary: "Set a new password with the token of that link",
    body: formSchema(resetPasswordForm, extras),
    errors: ["invalid", "malformed", "link-expired"],
  }),
  welcome: defineEndpoint("own-site POST /api/portal/welcome", {
    summary: "Choose the first password with the code of a letter or text",
    body: formSchema(welcomeForm, extras),
    errors: ["invalid", "malformed", "welcome-refused", "email-already-in-use", "too-many"],
  }),
  confirmEmail: defineEndpoint("own-site POST /api/portal/confirm-email", {
    summary: "Confirm an email address, logged in",
    body: formSchema(confirmEmailForm, extras),
    errors: ["invalid", "malformed", "link-expired", "confirm-needed", "email-already-in-use"],
  }),
  confirmByPassword: defineEndpoint("own-site POST /api/portal/confirm-email/password", {
    summary: "Confirm an email address with the password",
    body: formSchema(confirmByPasswordForm, extras),
    errors: [
      "invalid",
      "malformed",
      "link-expired",
      "confirm-needed",
      "email-already-in-use",
      "too-many",
    ],
  }),
  notMyAccount: defineEndpoint("own-site POST /api/portal/confirm-email/not-mine", {
    summary: "Report an account that someone else made with your address",
    body: formSchema(notMyAccountForm, extras),
    /** Whether the account has its earlier address again, as the owner of that asked. */
    response: z.object({ isUndone: z.boolean() }),
    errors: ["invalid", "malformed", "link-expired", "account-in-use", "email-already-in-use"],
  }),
} as const;
