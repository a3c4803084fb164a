import { defineEndpoint, type Empty, type NoBody } from "./define-endpoint.ts";
import type { PrefillPerson } from "./prefill.ts";

/** What the forms of the sign-in pages send beside their fields; names as in `authExtras`. */
interface Extras {
  readonly _next?: string | undefined;
  readonly _token?: string | undefined;
}

/** The fields of such a form. */
type Sent<Name extends string = never> = Readonly<Record<Name, string>> & Extras;

/** Answer of a log-in or of creating an account. */
export type LoginResponse =
  | { readonly state: "signed-in"; readonly next: string }
  /** The account asks for a code of its authenticator, or a recovery code. */
  | { readonly state: "code-needed" };

/** Answer of `authEndpoints.session`. */
export type SessionResponse =
  | { readonly signedIn: false }
  | ({ readonly signedIn: true; readonly uid: string } & PrefillPerson);

/** What a browser hands to `navigator.credentials`; WebAuthn Level 3 says the rest. */
export type PasskeyOptions = { readonly challenge: string };

/** Creating an account, logging in and out, and the ways back in. */
export const authEndpoints = {
  createAccount: defineEndpoint<
    Sent<"firstName" | "lastName" | "email" | "phone" | "city" | "state" | "zip" | "password">,
    LoginResponse
  >("own-site POST /api/portal/create-account"),
  login: defineEndpoint<Sent<"email" | "password">, LoginResponse>(
    "own-site POST /api/portal/login",
  ),
  /** Second step of a log-in when the account asks for a code. */
  loginCode: defineEndpoint<Sent<"code">, LoginResponse>("own-site POST /api/portal/login/code"),
  passkeyOptions: defineEndpoint<Empty, PasskeyOptions>(
    "own-site POST /api/portal/login/passkey/options",
  ),
  /** Takes what the passkey answered. */
  passkeyLogin: defineEndpoint<object, LoginResponse>("own-site POST /api/portal/login/passkey"),
  logout: defineEndpoint("session POST /api/portal/logout"),
  /** Who is signed in, for the forms that can fill themselves in and for `pageshow`. */
  session: defineEndpoint<NoBody, SessionResponse>("anybody GET /api/portal/session"),
  forgotPassword: defineEndpoint<Sent<"email">>("own-site POST /api/portal/forgot-password"),
  resetPassword: defineEndpoint<Sent<"newPassword">>("own-site POST /api/portal/reset-password"),
  confirmEmail: defineEndpoint<Sent>("own-site POST /api/portal/confirm-email"),
  confirmByPassword: defineEndpoint<Sent<"password">>(
    "own-site POST /api/portal/confirm-email/password",
  ),
  notMyAccount: defineEndpoint<Sent>("own-site POST /api/portal/confirm-email/not-mine"),
} as const;
