import { defineEndpoint, type Empty, type NoBody } from "../endpoints/define-endpoint.ts";
import type { DeskPermission, StaffRole } from "./roles.ts";

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

export interface DeskPerson {
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
  | { readonly state: "signed-in"; readonly person: DeskPerson };

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

export const deskLoginEndpoints = {
  session: defineEndpoint<NoBody, DeskSessionResponse>("desk-open GET /api/desk/session"),
  login: defineEndpoint<{ readonly email: string; readonly password: string }, DeskLoginResponse>(
    "desk-open POST /api/desk/login",
  ),
  /** Second step: a code of the authenticator, or a recovery code. */
  loginCode: defineEndpoint<{ readonly code: string }, DeskLoginResponse>(
    "desk-open POST /api/desk/login/code",
  ),
  /** A passkey is password and second factor in one. */
  passkeyOptions: defineEndpoint<NoBody, PasskeyOptions>(
    "desk-open POST /api/desk/login/passkey/options",
  ),
  passkeyLogin: defineEndpoint<object, DeskLoginResponse>("desk-open POST /api/desk/login/passkey"),
  logout: defineEndpoint<NoBody, LogOutResponse>("desk-open POST /api/desk/logout"),
  forgotPassword: defineEndpoint<{ readonly email: string }>(
    "desk-open POST /api/desk/forgot-password",
  ),
  /** Reads a link without using it up. */
  readInvitation: defineEndpoint<{ readonly token: string }, InvitationResponse>(
    "desk-open POST /api/desk/invitation/read",
  ),
  acceptInvitation: defineEndpoint<
    { readonly token: string; readonly password: string },
    DeskLoginResponse
  >("desk-open POST /api/desk/invitation"),
  /** First setup, before somebody is signed in; afterwards `ownSignInEndpoints` do the same. */
  startSetup: defineEndpoint<NoBody, NewAuthenticatorResponse>(
    "desk-open POST /api/desk/setup/authenticator",
  ),
  confirmSetup: defineEndpoint<{ readonly code: string }, RecoveryCodesResponse>(
    "desk-open POST /api/desk/setup/authenticator/confirm",
  ),
  setupPasskeyOptions: defineEndpoint<NoBody, PasskeyOptions>(
    "desk-open POST /api/desk/setup/passkey/options",
  ),
  setupPasskey: defineEndpoint<
    { readonly name: string; readonly response: object },
    RecoveryCodesResponse
  >("desk-open POST /api/desk/setup/passkey"),
} as const;

export const ownSignInEndpoints = {
  /**
   * Repeats the second factor for sensitive actions: by code or passkey. Staff without one, where
   * the setting allows that, give the password.
   */
  reauth: defineEndpoint<{ readonly code: string } | { readonly password: string }>(
    "desk-session POST /api/desk/reauth",
  ),
  reauthPasskeyOptions: defineEndpoint<NoBody, PasskeyOptions>(
    "desk-session POST /api/desk/reauth/passkey/options",
  ),
  reauthPasskey: defineEndpoint<object>("desk-session POST /api/desk/reauth/passkey"),
  read: defineEndpoint<NoBody, OwnSignInResponse>("desk-session GET /api/desk/me"),
  changePassword: defineEndpoint<{ readonly password: string; readonly newPassword: string }>(
    "desk-recent POST /api/desk/me/password",
  ),
  startAuthenticator: defineEndpoint<NoBody, NewAuthenticatorResponse>(
    "desk-recent POST /api/desk/me/authenticator",
  ),
  confirmAuthenticator: defineEndpoint<{ readonly code: string }, RecoveryCodesResponse>(
    "desk-recent POST /api/desk/me/authenticator/confirm",
  ),
  removeAuthenticator: defineEndpoint("desk-recent DELETE /api/desk/me/authenticator"),
  newRecoveryCodes: defineEndpoint<NoBody, RecoveryCodesResponse>(
    "desk-recent POST /api/desk/me/recovery-codes",
  ),
  addPasskeyOptions: defineEndpoint<NoBody, PasskeyOptions>(
    "desk-recent POST /api/desk/me/passkeys/options",
  ),
  addPasskey: defineEndpoint<{ readonly name: string; readonly response: object }>(
    "desk-recent POST /api/desk/me/passkeys",
  ),
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

export const staffEndpoints = {
  list: defineEndpoint<NoBody, StaffListResponse>("desk:settings GET /api/desk/staff"),
  invite: defineEndpoint<
    { readonly name: string; readonly email: string; readonly roles: readonly StaffRole[] },
    InvitationLinkResponse
  >("desk-recent:settings POST /api/desk/staff"),
  changeRoles: defineEndpoint<{ readonly roles: readonly StaffRole[] }>(
    "desk-recent:settings PATCH /api/desk/staff/:id",
  ),
  disable: defineEndpoint("desk-recent:settings POST /api/desk/staff/:id/disable"),
  enable: defineEndpoint("desk-recent:settings POST /api/desk/staff/:id/enable"),
  resetSecondFactor: defineEndpoint(
    "desk-recent:settings POST /api/desk/staff/:id/reset-second-factor",
  ),
  /** Creates and sends a new link; the previous one no longer works. */
  inviteAgain: defineEndpoint<NoBody, InvitationLinkResponse>(
    "desk-recent:settings POST /api/desk/staff/:id/invitation",
  ),
  withdrawInvitation: defineEndpoint<NoBody, Empty>(
    "desk-recent:settings DELETE /api/desk/staff/:id/invitation",
  ),
  /** Names and ids of the active staff, for assigning and mentioning. */
  colleagues: defineEndpoint<NoBody, ColleaguesResponse>("desk-session GET /api/desk/colleagues"),
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
