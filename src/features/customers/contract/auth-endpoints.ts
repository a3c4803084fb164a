import {
  defineEndpoint,
  type Empty,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";
import type { PrefillPerson } from "../../../platform/contract/endpoints/prefill.ts";

/** What the forms of the sign-in pages send beside their fields; names as in `authExtras`. */
interface Extras {
  readonly _next?: string | undefined;
  readonly _token?: string | undefined;
}

/** The fields and extras of such a form. */
type Sent<Name extends string = never> = Readonly<Record<Name, string>> & Extras;

export type LoginResponse =
  | { readonly state: "signed-in"; readonly next: string }
  /** The account needs a code from its authenticator, or a recovery code. */
  | { readonly state: "code-needed" };

export type SessionResponse =
  | { readonly signedIn: false }
  | ({ readonly signedIn: true; readonly uid: string } & PrefillPerson);

/** Options for `navigator.credentials`; the other fields are those of WebAuthn Level 3. */
export type PasskeyOptions = { readonly challenge: string };

/** Creating an account, logging in and out, and recovering access. */
export const authEndpoints = {
  createAccount: defineEndpoint<
    Sent<"firstName" | "lastName" | "email" | "phone" | "city" | "state" | "zip" | "password">,
    LoginResponse
  >("own-site POST /api/portal/create-account"),
  login: defineEndpoint<Sent<"email" | "password">, LoginResponse>(
    "own-site POST /api/portal/login",
  ),
  /** Second step of a login if the account needs a code. */
  loginCode: defineEndpoint<Sent<"code">, LoginResponse>("own-site POST /api/portal/login/code"),
  passkeyOptions: defineEndpoint<Empty, PasskeyOptions>(
    "own-site POST /api/portal/login/passkey/options",
  ),
  passkeyLogin: defineEndpoint<object, LoginResponse>("own-site POST /api/portal/login/passkey"),
  logout: defineEndpoint("session POST /api/portal/logout"),
  /** Who is signed in, for forms that prefill and for `pageshow`. */
  session: defineEndpoint<NoBody, SessionResponse>("anybody GET /api/portal/session"),
  forgotPassword: defineEndpoint<Sent<"email">>("own-site POST /api/portal/forgot-password"),
  resetPassword: defineEndpoint<Sent<"newPassword">>("own-site POST /api/portal/reset-password"),
  confirmEmail: defineEndpoint<Sent>("own-site POST /api/portal/confirm-email"),
  confirmByPassword: defineEndpoint<Sent<"password">>(
    "own-site POST /api/portal/confirm-email/password",
  ),
  notMyAccount: defineEndpoint<Sent>("own-site POST /api/portal/confirm-email/not-mine"),
} as const;
