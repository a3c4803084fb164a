import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { checkForm } from "../../../platform/contract/form-engine/define-form.ts";
import { addFieldErrors, formSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { bytes, isObject } from "../../../platform/contract/schemas.ts";
import { passkeyCookie, passkeyOptions } from "./passkeys.ts";
import { changeEmailForm, changePasswordForm } from "./password-forms.ts";
import { authenticatorForm, passkeyForm } from "./settings-forms.ts";

/** Contact methods, as on the support form. */
export const contactMethods = ["E-mail", "Phone Call", "Text Message"] as const;

/** Name of a device whose browser is unknown. */
export const unknownBrowser = "Unknown browser";

const text = z.string();
const time = z.iso.datetime();
const passkey = z.object({ id: text, name: text, createdAt: time, lastUsedAt: time.nullable() });
const device = z.object({
  id: text,
  name: text.describe("Such as Chrome on Android."),
  signedInAt: time,
  lastSeenAt: time,
  current: z.boolean(),
});
const app = z.object({ id: text, name: text, lastUsedAt: time });
const deletionRequest = z.object({
  reference: text,
  receivedAt: time,
  answerBy: time,
  doneAt: time.nullable(),
});
const settings = z.object({
  /** For forms that prefill. */
  person: z.object({
    firstName: text,
    lastName: text,
    emailAddress: text,
    supportId: text,
    phoneNumber: text,
  }),
  supportId: text,
  loginEmail: text,
  /** New address that is not confirmed yet, or null. */
  pendingEmail: text.nullable(),
  emailVerified: z.boolean(),
  contactMethod: z.enum(contactMethods),
  newsletter: z.boolean(),
  hasAuthenticator: z.boolean(),
  /** Recovery codes not used yet. */
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkey),
  devices: z.array(device),
  /** Apps that are logged in, last used first. */
  apps: z.array(app),
  paymentComplete: z.boolean(),
  paymentNeeds: z.array(text),
  /** Sent from the person's confirmed address, newest first. */
  deletionRequests: z.array(deletionRequest),
  optOutSignal: z.boolean().describe("Whether the browser sends Sec-GPC: 1"),
});
const authenticator = z.object({
  secret: text.describe("Base32"),
  qr: z.object({ size: z.int(), path: text.describe("The dark modules as an SVG path") }),
});
/** They are never shown again. */
const recoveryCodes = z.object({ codes: z.array(text) });
/** Absent fields are unchanged. */
const contactChange = z.object({
  contactMethod: z.enum(contactMethods).optional(),
  newsletter: z.boolean().optional(),
});
const newPasskey = z.object({
  name: text
    .trim()
    .superRefine((name, context) => addFieldErrors(context, checkForm(passkeyForm, { name })))
    .describe(passkeyForm.fields.map(({ label }) => label).join()),
  response: z
    .custom<object>(isObject)
    .meta({ type: "object", description: "WebAuthn Level 3, RegistrationResponseJSON" }),
});
/** Verifies that it is still the same person: the password, or a passkey's response. */
const reauthentication = z.union([
  z.object({ password: text, passkey: z.undefined().optional() }),
  z.object({
    password: z.undefined().optional(),
    passkey: z
      .custom<object>(isObject)
      .meta({ type: "object", description: "WebAuthn Level 3, AuthenticationResponseJSON" }),
  }),
]);
const reauth = {
  body: reauthentication,
  errors: ["malformed", "invalid", "passkey-refused", "too-many"],
  cookies: passkeyCookie,
} as const;

export type SettingsResponse = Returned<typeof settings>;
export type PasskeyResponse = Returned<typeof passkey>;
export type AppResponse = Returned<typeof app>;
export type DeviceResponse = Returned<typeof device>;
export type DeletionRequestResponse = Returned<typeof deletionRequest>;
export type AuthenticatorStart = Returned<typeof authenticator>;
export type RecoveryCodesResponse = Returned<typeof recoveryCodes>;
export type Reauthentication = Returned<typeof reauthentication>;

/** The settings; each is saved separately. */
export const settingsEndpoints = {
  read: defineEndpoint("session GET /api/portal/settings", {
    summary: "Get your settings",
    response: settings,
  }),
  confirmIdentity: defineEndpoint("session POST /api/portal/settings/confirm", {
    summary: "Reauthenticate",
    ...reauth,
  }),
  /** Starts reauthentication with a passkey. */
  confirmOptions: defineEndpoint("session POST /api/portal/settings/confirm/options", {
    summary: "Get the options to reauthenticate with a passkey",
    response: passkeyOptions,
  }),
  changePassword: defineEndpoint("session POST /api/portal/settings/password", {
    summary: "Change your password and log out all other devices",
    body: formSchema(changePasswordForm),
    errors: ["malformed", "invalid", "conflict", "too-many"],
  }),
  changeEmail: defineEndpoint("session POST /api/portal/settings/email", {
    summary: "Request a new login email address, valid once its link is used",
    body: formSchema(changeEmailForm),
    errors: ["malformed", "invalid", "email-already-in-use", "too-many"],
  }),
  cancelEmailChange: defineEndpoint("session DELETE /api/portal/settings/email", {
    summary: "Cancel the change of email address",
  }),
  verifyEmail: defineEndpoint("session POST /api/portal/settings/verify-email", {
    summary: "Send the confirmation email again",
    errors: ["too-many"],
  }),
  removeDevices: defineEndpoint("session DELETE /api/portal/settings/devices", {
    summary: "Log out everywhere else",
  }),
  removeDevice: defineEndpoint("session DELETE /api/portal/settings/devices/:id", {
    summary: "Log out one other device",
    params: { id: "The device." },
    errors: ["not-found"],
  }),
  removeApp: defineEndpoint("session DELETE /api/portal/settings/apps/:id", {
    summary: "Log out one app",
    params: { id: "The app's login." },
    errors: ["not-found"],
  }),
  passkeyOptions: defineEndpoint("recent-session POST /api/portal/settings/passkeys/options", {
    summary: "Get the options to create a passkey",
    response: passkeyOptions,
    errors: ["too-many-passkeys"],
  }),
  addPasskey: defineEndpoint("recent-session POST /api/portal/settings/passkeys", {
    summary: "Add a passkey",
    body: newPasskey,
    status: 201,
    errors: ["malformed", "invalid", "passkey-refused"],
    cookies: passkeyCookie,
  }),
  removePasskey: defineEndpoint("recent-session DELETE /api/portal/settings/passkeys/:id", {
    summary: "Delete a passkey",
    params: { id: "The passkey." },
    errors: ["not-found"],
  }),
  startAuthenticator: defineEndpoint("recent-session POST /api/portal/settings/authenticator", {
    summary: "Set up an authenticator app",
    response: authenticator,
    errors: ["conflict"],
  }),
  confirmAuthenticator: defineEndpoint(
    "recent-session POST /api/portal/settings/authenticator/confirm",
    {
      summary: "Turn on codes by sending the first one",
      body: formSchema(authenticatorForm),
      response: recoveryCodes,
      errors: ["malformed", "invalid", "conflict"],
    },
  ),
  removeAuthenticator: defineEndpoint("session POST /api/portal/settings/authenticator/off", {
    summary: "Turn codes off",
    ...reauth,
  }),
  recoveryCodes: defineEndpoint("recent-session POST /api/portal/settings/recovery-codes", {
    summary: "Replace the recovery codes",
    response: recoveryCodes,
    errors: ["conflict"],
  }),
  changeContact: defineEndpoint("session PATCH /api/portal/settings/contact", {
    summary: "Update your contact preferences; send only what changes",
    body: contactChange.default({}),
    errors: ["malformed", "email-not-confirmed"],
  }),
  myData: defineEndpoint("recent-session GET /api/portal/my-data.zip", {
    summary: "Download all your data as a ZIP archive",
    response: bytes("application/zip"),
    errors: ["download-running", "too-many"],
  }),
  /** Whether that archive is available now. */
  myDataReady: defineEndpoint("recent-session GET /api/portal/my-data.zip/ready", {
    summary: "Check whether the download can start; one at a time",
    errors: ["download-running", "too-many"],
  }),
  deleteAccount: defineEndpoint("session POST /api/portal/delete-account", {
    summary: "Delete your account at once",
    ...reauth,
  }),
} as const;
