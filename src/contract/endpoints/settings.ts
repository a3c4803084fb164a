import type { PasskeyOptions } from "./auth.ts";
import { type Bytes, defineEndpoint, type Empty, type NoBody } from "./define-endpoint.ts";
import type { PrefillPerson } from "./prefill.ts";

/** Ways to be reached, as on the support form. */
export const contactMethods = ["E-mail", "Phone Call", "Text Message"] as const;

/** Shows that it is still the same person: the password, or the answer of a passkey. */
export type Reauthentication = { readonly password: string } | { readonly passkey: object };

/** How we may reach the person; only what changes. */
export interface ContactChange {
  readonly contactMethod?: (typeof contactMethods)[number];
  readonly newsletter?: boolean;
}

/** What an authenticator app takes in: by its camera, or typed. */
export interface AuthenticatorStart {
  /** Base32. */
  readonly secret: string;
  /** A square of `size` modules with a margin, and its dark ones as an SVG path. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** Recovery codes, shown this once. */
export interface RecoveryCodesResponse {
  readonly codes: readonly string[];
}

/** Answer of `settingsEndpoints.read`. */
export interface SettingsResponse {
  /** For the forms that can fill themselves in. */
  readonly person: PrefillPerson;
  readonly supportId: string;
  readonly loginEmail: string;
  /** New address that waits for its link, or null. */
  readonly pendingEmail: string | null;
  readonly emailVerified: boolean;
  readonly contactMethod: (typeof contactMethods)[number];
  readonly newsletter: boolean;
  readonly hasAuthenticator: boolean;
  /** Recovery codes not used yet. */
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly PasskeyResponse[];
  readonly devices: readonly DeviceResponse[];
  readonly paymentComplete: boolean;
  readonly paymentNeeds: readonly string[];
  /** Sent from the person's confirmed address, newest first. */
  readonly deletionRequests: readonly DeletionRequestResponse[];
  /** The browser sends the Global Privacy Control signal. */
  readonly optOutSignal: boolean;
}

/** A data deletion request as the person who sent it follows it; times in ISO 8601. */
export interface DeletionRequestResponse {
  readonly reference: string;
  readonly receivedAt: string;
  /** Last day on which we may answer. */
  readonly answerBy: string;
  readonly doneAt: string | null;
}

export interface PasskeyResponse {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Name of a device that did not say what it is. */
export const unknownBrowser = "A browser we do not know";

/** A place where the account is signed in. */
export interface DeviceResponse {
  readonly id: string;
  /** In words: "Chrome on Android". */
  readonly name: string;
  /** ISO 8601. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly current: boolean;
}

/** A passkey that the device just made; `response` as WebAuthn Level 3 says. */
interface NewPasskey {
  readonly name: string;
  readonly response: object;
}

/** The settings, each saved on its own. */
export const settingsEndpoints = {
  read: defineEndpoint<NoBody, SettingsResponse>("session GET /api/portal/settings"),
  confirmIdentity: defineEndpoint<Reauthentication>("session POST /api/portal/settings/confirm"),
  /** Comes first, to reauthenticate with a passkey. */
  confirmOptions: defineEndpoint<Empty, PasskeyOptions>(
    "session POST /api/portal/settings/confirm/options",
  ),
  changePassword: defineEndpoint<Readonly<Record<"password" | "newPassword", string>>>(
    "session POST /api/portal/settings/password",
  ),
  /** Asks for the change; it counts once its link was used. */
  changeEmail: defineEndpoint<Readonly<Record<"password" | "email", string>>>(
    "session POST /api/portal/settings/email",
  ),
  cancelEmailChange: defineEndpoint("session DELETE /api/portal/settings/email"),
  verifyEmail: defineEndpoint<Empty>("session POST /api/portal/settings/verify-email"),
  /** Signs all other devices out. */
  removeDevices: defineEndpoint("session DELETE /api/portal/settings/devices"),
  removeDevice: defineEndpoint("session DELETE /api/portal/settings/devices/:id"),
  passkeyOptions: defineEndpoint<Empty, PasskeyOptions>(
    "recent-session POST /api/portal/settings/passkeys/options",
  ),
  addPasskey: defineEndpoint<NewPasskey>("recent-session POST /api/portal/settings/passkeys"),
  removePasskey: defineEndpoint("recent-session DELETE /api/portal/settings/passkeys/:id"),
  startAuthenticator: defineEndpoint<Empty, AuthenticatorStart>(
    "recent-session POST /api/portal/settings/authenticator",
  ),
  confirmAuthenticator: defineEndpoint<Readonly<Record<"code", string>>, RecoveryCodesResponse>(
    "recent-session POST /api/portal/settings/authenticator/confirm",
  ),
  removeAuthenticator: defineEndpoint<Reauthentication>(
    "session POST /api/portal/settings/authenticator/off",
  ),
  /** Makes new ones in place of the old. */
  recoveryCodes: defineEndpoint<Empty, RecoveryCodesResponse>(
    "recent-session POST /api/portal/settings/recovery-codes",
  ),
  changeContact: defineEndpoint<ContactChange>("session PATCH /api/portal/settings/contact"),
  myData: defineEndpoint<NoBody, Bytes>("recent-session GET /api/portal/my-data.zip"),
  /** Whether that archive can be had now. */
  myDataReady: defineEndpoint("recent-session GET /api/portal/my-data.zip/ready"),
  deleteAccount: defineEndpoint<Reauthentication>("session POST /api/portal/delete-account"),
} as const;
