import { z } from "zod";
import type { Config } from "../../../../platform/server/config/config.ts";
import { formSchema } from "../../../../platform/server/openapi/form-schemas.ts";
import {
  bytes,
  describeEndpoint,
  joinPaths,
  json,
  type Paths,
  schemaOf,
  sentJson,
  textParameter,
} from "../../../../platform/server/openapi/operations.ts";
import { changeEmailForm, changePasswordForm } from "../../contract/forms/password-forms.ts";
import { authenticatorForm, passkeyForm } from "../../contract/forms/settings-forms.ts";
import {
  type AuthenticatorStart,
  type ContactChange,
  contactMethods,
  type DeletionRequestResponse,
  type DeviceResponse,
  type PasskeyResponse,
  type RecoveryCodesResponse,
  type SettingsResponse,
  settingsEndpoints,
} from "../../contract/settings.ts";
import { passkeyCookie, passkeyOptions, reauthSchema } from "../auth/log-in/open-api-passkeys.ts";

const text = z.string();
const time = z.iso.datetime();
const contactMethod = z.enum(contactMethods);

const passkey = schemaOf<PasskeyResponse>()(
  z.object({ id: text, name: text, createdAt: time, lastUsedAt: time.nullable() }),
);
const device = schemaOf<DeviceResponse>()(
  z.object({
    id: text,
    name: text,
    signedInAt: time,
    lastSeenAt: time,
    current: z.boolean(),
  }),
);
const deletionRequest = schemaOf<DeletionRequestResponse>()(
  z.object({ reference: text, receivedAt: time, answerBy: time, doneAt: time.nullable() }),
);
const settings = schemaOf<SettingsResponse>()(
  z.object({
    person: z.object({ firstName: text, lastName: text, emailAddress: text, supportId: text }),
    supportId: text,
    loginEmail: text,
    pendingEmail: text.nullable(),
    emailVerified: z.boolean(),
    contactMethod,
    newsletter: z.boolean(),
    hasAuthenticator: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkey),
    devices: z.array(device),
    paymentComplete: z.boolean(),
    paymentNeeds: z.array(text),
    deletionRequests: z.array(deletionRequest),
    optOutSignal: z.boolean().describe("Whether the browser sends Sec-GPC: 1"),
  }),
);
const contactChange = schemaOf<ContactChange>()(
  z.object({ contactMethod: contactMethod.optional(), newsletter: z.boolean().optional() }),
);
const authenticator = schemaOf<AuthenticatorStart>()(
  z.object({
    secret: text.describe("Base32"),
    qr: z.object({ size: z.int(), path: text.describe("The dark modules as an SVG path") }),
  }),
);
const recoveryCodes = json(schemaOf<RecoveryCodesResponse>()(z.object({ codes: z.array(text) })));
const newPasskey = z.object({
  name: text.describe(passkeyForm.fields.map(({ label }) => label).join()),
  response: z.looseObject({}).describe("WebAuthn Level 3, RegistrationResponseJSON"),
});

function reauthParts(config: Config) {
  return {
    body: sentJson(reauthSchema),
    errors: ["malformed", "invalid", "passkey-refused", "too-many"],
    parameters: [passkeyCookie(config)],
  } as const;
}

export function settingsPaths(config: Config): Paths {
  const reauth = reauthParts(config);
  return joinPaths(
    describeEndpoint(settingsEndpoints.read, {
      summary: "Get your settings",
      response: json(settings),
    }),
    reauthPaths(config),
    secondStepPaths(config),
    describeEndpoint(settingsEndpoints.removeDevices, { summary: "Log out everywhere else" }),
    describeEndpoint(settingsEndpoints.removeDevice, {
      summary: "Log out one other device",
      errors: ["not-found"],
      parameters: [textParameter("id", "path", "The device.")],
    }),
    describeEndpoint(settingsEndpoints.changeContact, {
      summary: "Update your contact preferences; send only what changes",
      body: sentJson(contactChange),
      errors: ["malformed", "email-not-confirmed"],
    }),
    describeEndpoint(settingsEndpoints.myData, {
      summary: "Download all your data as a ZIP archive",
      response: bytes("application/zip"),
      errors: ["download-running", "too-many"],
    }),
    describeEndpoint(settingsEndpoints.myDataReady, {
      summary: "Check whether the download can start; one at a time",
      errors: ["download-running", "too-many"],
    }),
    describeEndpoint(settingsEndpoints.deleteAccount, {
      summary: "Delete your account at once",
      ...reauth,
    }),
  );
}

function reauthPaths(config: Config): Paths {
  return joinPaths(
    describeEndpoint(settingsEndpoints.confirmIdentity, {
      summary: "Reauthenticate",
      ...reauthParts(config),
    }),
    describeEndpoint(settingsEndpoints.confirmOptions, {
      summary: "Get the options to reauthenticate with a passkey",
      response: passkeyOptions,
    }),
    describeEndpoint(settingsEndpoints.changePassword, {
      summary: "Change your password and log out all other devices",
      body: sentJson(formSchema(changePasswordForm)),
      errors: ["malformed", "invalid", "conflict", "too-many"],
    }),
    describeEndpoint(settingsEndpoints.changeEmail, {
      summary: "Request a new login email address, valid once its link is used",
      body: sentJson(formSchema(changeEmailForm)),
      errors: ["malformed", "invalid", "email-already-in-use", "too-many"],
    }),
    describeEndpoint(settingsEndpoints.cancelEmailChange, {
      summary: "Cancel the change of email address",
    }),
    describeEndpoint(settingsEndpoints.verifyEmail, {
      summary: "Send the confirmation email again",
      errors: ["too-many"],
    }),
  );
}

function secondStepPaths(config: Config): Paths {
  return joinPaths(
    describeEndpoint(settingsEndpoints.passkeyOptions, {
      summary: "Get the options to create a passkey",
      response: passkeyOptions,
      errors: ["too-many-passkeys"],
    }),
    describeEndpoint(settingsEndpoints.addPasskey, {
      summary: "Add a passkey",
      body: sentJson(newPasskey),
      status: 201,
      errors: ["malformed", "invalid", "passkey-refused"],
      parameters: [passkeyCookie(config)],
    }),
    describeEndpoint(settingsEndpoints.removePasskey, {
      summary: "Delete a passkey",
      errors: ["not-found"],
      parameters: [textParameter("id", "path", "The passkey.")],
    }),
    describeEndpoint(settingsEndpoints.startAuthenticator, {
      summary: "Set up an authenticator app",
      response: json(authenticator),
      errors: ["conflict"],
    }),
    describeEndpoint(settingsEndpoints.confirmAuthenticator, {
      summary: "Turn on codes by sending the first one",
      body: sentJson(formSchema(authenticatorForm)),
      response: recoveryCodes,
      errors: ["malformed", "invalid", "conflict"],
    }),
    describeEndpoint(settingsEndpoints.removeAuthenticator, {
      summary: "Turn codes off",
      ...reauthParts(config),
    }),
    describeEndpoint(settingsEndpoints.recoveryCodes, {
      summary: "Replace the recovery codes",
      response: recoveryCodes,
      errors: ["conflict"],
    }),
  );
}
