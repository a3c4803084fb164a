import { z } from "zod";
import {
  type Bytes,
  defineEndpoint,
  type Empty,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";
import type { PrefillPerson } from "../../../platform/contract/endpoints/prefill.ts";
import type { PasskeyOptions } from "./auth-endpoints.ts";

export const contactMethods = ["E-mail", "Phone Call", "Text Message"] as const;

/** Verifies that it is still the same person: the password, or a passkey's response. */
export type Reauthentication = { readonly password: string } | { readonly passkey: object };

/** A change of contact preferences; absent fields are unchanged. */
export interface ContactChange {
  readonly contactMethod?: (typeof contactMethods)[number];
  readonly newsletter?: boolean;
}

export interface AuthenticatorStart {
  /** Base32. */
  readonly secret: string;
  /** The QR code: modules per side, margin included, and the dark ones as an SVG path. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** New recovery codes; they are never shown again. */
export interface RecoveryCodesResponse {
  readonly codes: readonly string[];
}

export interface SettingsResponse {
  readonly person: PrefillPerson;
  readonly supportId: string;
  readonly loginEmail: string;
  /** New address that is not confirmed yet, or null. */
  readonly pendingEmail: string | null;
  readonly emailVerified: boolean;
  readonly contactMethod: (typeof contactMethods)[number];
  readonly newsletter: boolean;
  readonly hasAuthenticator: boolean;
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

/** A data deletion request as its sender sees it; times in ISO 8601. */
export interface DeletionRequestResponse {
  readonly reference: string;
  readonly receivedAt: string;
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

export const unknownBrowser = "Unknown browser";

export interface DeviceResponse {
  readonly id: string;
  /** Display name: "Chrome on Android". */
  readonly name: string;
  /** ISO 8601. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly current: boolean;
}

/** A passkey that the device just created; `response` as in WebAuthn Level 3. */
interface NewPasskey {
  readonly name: string;
  readonly response: object;
}

/** The settings; each is saved separately. */
export const settingsEndpoints = {
  read: defineEndpoint<NoBody, SettingsResponse>("session GET /api/portal/settings"),
  confirmIdentity: defineEndpoint<Reauthentication>("session POST /api/portal/settings/confirm"),
  confirmOptions: defineEndpoint<Empty, PasskeyOptions>(
    "session POST /api/portal/settings/confirm/options",
  ),
  changePassword: defineEndpoint<Readonly<Record<"password" | "newPassword", string>>>(
    "session POST /api/portal/settings/password",
  ),
  /** Requests the change; it takes effect when its link is used. */
  changeEmail: defineEndpoint<Readonly<Record<"password" | "email", string>>>(
    "session POST /api/portal/settings/email",
  ),
  cancelEmailChange: defineEndpoint("session DELETE /api/portal/settings/email"),
  verifyEmail: defineEndpoint("session POST /api/portal/settings/verify-email", {
    body: z.custom<Empty>(),
  }),
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
  recoveryCodes: defineEndpoint<Empty, RecoveryCodesResponse>(
    "recent-session POST /api/portal/settings/recovery-codes",
  ),
  changeContact: defineEndpoint<ContactChange>("session PATCH /api/portal/settings/contact"),
  myData: defineEndpoint<NoBody, Bytes>("recent-session GET /api/portal/my-data.zip"),
  myDataReady: defineEndpoint("recent-session GET /api/portal/my-data.zip/ready"),
  deleteAccount: defineEndpoint<Reauthentication>("session POST /api/portal/delete-account"),
} as const;
