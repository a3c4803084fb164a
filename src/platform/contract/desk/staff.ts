import { z } from "zod";
import { defineEndpoint } from "../define-endpoint.ts";
import { isObject, sentText } from "../schemas.ts";
import { type DeskPermission, type StaffRole, staffRoles } from "./roles.ts";

/** Length of a staff password, in characters. */
export const staffPassword = { min: 12, max: 128 } as const;

/** Lifetime of a link to join or to set a new password, in days. */
export const staffLinkDays = 7;

/** After this many minutes a sensitive action asks for the second factor again. */
export const staffReauthMinutes = 15;

export type DeskLoginResponse =
  | { readonly state: "signed-in" }
  /** A code of the authenticator, a recovery code or a passkey is needed. */
  | { readonly state: "code-needed"; readonly name: string }
  /** The account has no second factor yet and must have one. */
  | { readonly state: "setup-needed" };

export interface StaffPasskey {
  /** Label for removing it; grants no access. */
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface CurrentStaff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly permissions: readonly DeskPermission[];
}

export type DeskSessionResponse =
  | { readonly state: "signed-out" }
  | { readonly state: "code-needed"; readonly name: string }
  | { readonly state: "setup-needed" }
  | { readonly state: "signed-in"; readonly person: CurrentStaff };

export interface LogOutResponse {
  /** Replies that were about to be sent: the log-out stopped them, and they are drafts. */
  readonly unsent: number;
}

export interface OwnSignInResponse {
  readonly hasAuthenticator: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly StaffPasskey[];
}

export interface InvitationResponse {
  readonly purpose: "join" | "new-password";
  readonly name: string;
  readonly email: string;
}

/** Setting up an authenticator: the secret for typing, and a QR code as an SVG path. */
export interface NewAuthenticatorResponse {
  readonly secret: string;
  readonly qr: { readonly size: number; readonly path: string };
}

export interface RecoveryCodesResponse {
  readonly codes: readonly string[];
}

/** Options for `navigator.credentials`; the other fields are those of WebAuthn Level 3. */
type PasskeyOptions = { readonly challenge: string };

const passkeyOptions = z.custom<PasskeyOptions>();
const loginResponse = z.custom<DeskLoginResponse>();
const code = z.strictObject({ code: sentText });
/** The browser's JSON of a passkey's response; the library that verifies it checks its shape. */
const passkeyResponse = z.custom<object>();
const newPasskey = z.object({ name: z.string().trim(), response: z.custom<object>(isObject) });

/** Logging in to the desk. */
export const deskLoginEndpoints = {
  session: defineEndpoint("desk-open GET /api/desk/session", {
    response: z.custom<DeskSessionResponse>(),
  }),
  login: defineEndpoint("desk-open POST /api/desk/login", {
    body: z.strictObject({ email: sentText, password: sentText }),
    response: loginResponse,
  }),
  /** Second step: a code of the authenticator, or a recovery code. */
  loginCode: defineEndpoint("desk-open POST /api/desk/login/code", {
    body: code,
    response: loginResponse,
  }),
  /** A passkey is password and second factor in one. */
  passkeyOptions: defineEndpoint("desk-open POST /api/desk/login/passkey/options", {
    response: passkeyOptions,
  }),
  passkeyLogin: defineEndpoint("desk-open POST /api/desk/login/passkey", {
    body: passkeyResponse,
    response: loginResponse,
  }),
  logout: defineEndpoint("desk-open POST /api/desk/logout", {
    response: z.custom<LogOutResponse>(),
  }),
  forgotPassword: defineEndpoint("desk-open POST /api/desk/forgot-password", {
    body: z.strictObject({ email: sentText }),
  }),
  /** Reads a link without using it up. */
  readInvitation: defineEndpoint("desk-open POST /api/desk/invitation/read", {
    body: z.strictObject({ token: sentText }),
    response: z.custom<InvitationResponse>(),
  }),
  acceptInvitation: defineEndpoint("desk-open POST /api/desk/invitation", {
    body: z.strictObject({ token: sentText, password: sentText }),
    response: loginResponse,
  }),
  /** First setup, before somebody is signed in; afterwards `ownSignInEndpoints` do the same. */
  startSetup: defineEndpoint("desk-open POST /api/desk/setup/authenticator", {
    response: z.custom<NewAuthenticatorResponse>(),
  }),
  confirmSetup: defineEndpoint("desk-open POST /api/desk/setup/authenticator/confirm", {
    body: code,
    response: z.custom<RecoveryCodesResponse>(),
  }),
  setupPasskeyOptions: defineEndpoint("desk-open POST /api/desk/setup/passkey/options", {
    response: passkeyOptions,
  }),
  setupPasskey: defineEndpoint("desk-open POST /api/desk/setup/passkey", {
    body: newPasskey,
    response: z.custom<RecoveryCodesResponse>(),
  }),
} as const;

export const ownSignInEndpoints = {
  /**
   * Repeats the second factor for sensitive actions: by code or passkey. Staff without one, where
   * the setting allows that, give the password.
   */
  reauth: defineEndpoint("desk-session POST /api/desk/reauth", {
    body: z.strictObject({ code: sentText, password: sentText }),
  }),
  reauthPasskeyOptions: defineEndpoint("desk-session POST /api/desk/reauth/passkey/options", {
    response: passkeyOptions,
  }),
  reauthPasskey: defineEndpoint("desk-session POST /api/desk/reauth/passkey", {
    body: passkeyResponse,
  }),
  read: defineEndpoint("desk-session GET /api/desk/me", {
    response: z.custom<OwnSignInResponse>(),
  }),
  changePassword: defineEndpoint("desk-recent POST /api/desk/me/password", {
    body: z.strictObject({ password: sentText, newPassword: sentText }),
  }),
  startAuthenticator: defineEndpoint("desk-recent POST /api/desk/me/authenticator", {
    response: z.custom<NewAuthenticatorResponse>(),
  }),
  confirmAuthenticator: defineEndpoint("desk-recent POST /api/desk/me/authenticator/confirm", {
    body: code,
    response: z.custom<RecoveryCodesResponse>(),
  }),
  removeAuthenticator: defineEndpoint("desk-recent DELETE /api/desk/me/authenticator"),
  newRecoveryCodes: defineEndpoint("desk-recent POST /api/desk/me/recovery-codes", {
    response: z.custom<RecoveryCodesResponse>(),
  }),
  addPasskeyOptions: defineEndpoint("desk-recent POST /api/desk/me/passkeys/options", {
    response: passkeyOptions,
  }),
  addPasskey: defineEndpoint("desk-recent POST /api/desk/me/passkeys", { body: newPasskey }),
  removePasskey: defineEndpoint("desk-recent DELETE /api/desk/me/passkeys/:id"),
} as const;

export interface StaffMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly state: "invited" | "active" | "disabled";
  /** None while invited, or if the setting does not require one. */
  readonly secondFactor: "passkey" | "authenticator" | null;
  /** ISO 8601; null if the person never signed in. */
  readonly lastSeenAt: string | null;
  /** While invited: when and by whom, and until when the link works, ISO 8601. */
  readonly invitation: {
    readonly sentAt: string;
    readonly by: string;
    readonly expiresAt: string;
  } | null;
}

export interface StaffListResponse {
  readonly staff: readonly StaffMember[];
}

/** A newly created link; it is shown once. */
export interface InvitationLinkResponse {
  readonly link: string;
}

const roles = z.array(z.enum(staffRoles));
const invitationLink = z.custom<InvitationLinkResponse>();

/** Managing staff. */
export const staffEndpoints = {
  list: defineEndpoint("desk:settings GET /api/desk/staff", {
    response: z.custom<StaffListResponse>(),
  }),
  invite: defineEndpoint("desk-recent:settings POST /api/desk/staff", {
    body: z.object({ name: z.string(), email: z.string(), roles }),
    response: invitationLink,
  }),
  changeRoles: defineEndpoint("desk-recent:settings PATCH /api/desk/staff/:id", {
    body: z.object({ roles }),
  }),
  disable: defineEndpoint("desk-recent:settings POST /api/desk/staff/:id/disable"),
  enable: defineEndpoint("desk-recent:settings POST /api/desk/staff/:id/enable"),
  resetSecondFactor: defineEndpoint(
    "desk-recent:settings POST /api/desk/staff/:id/reset-second-factor",
  ),
  /** Creates and sends a new link; the previous one no longer works. */
  inviteAgain: defineEndpoint("desk-recent:settings POST /api/desk/staff/:id/invitation", {
    response: invitationLink,
  }),
  withdrawInvitation: defineEndpoint("desk-recent:settings DELETE /api/desk/staff/:id/invitation"),
  /** Names and ids of the active staff, for assigning and mentioning. */
  colleagues: defineEndpoint("desk-session GET /api/desk/colleagues", {
    response: z.custom<ColleaguesResponse>(),
  }),
} as const;

export interface Colleague {
  readonly id: string;
  /** "Imani Bell". */
  readonly name: string;
  readonly roles: readonly StaffRole[];
}

export interface ColleaguesResponse {
  readonly colleagues: readonly Colleague[];
}
