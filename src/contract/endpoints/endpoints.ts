import type { PrefillPerson } from "./prefill.ts";

/** Every call that is not a plain form: its address, what it takes and what it answers. */

/** Where the calls of the portal lie. */
export const portalEndpoints = "/api/portal/";

/** Addresses. All but the log-in ones need the session cookie and come from our own pages. */
export const endpoints = {
  createAccount: "/api/portal/create-account",
  login: "/api/portal/login",
  /** Second step of a log-in when the account asks for a code. */
  loginCode: "/api/portal/login/code",
  passkeyLogin: "/api/portal/login/passkey",
  logout: "/api/portal/logout",
  /** Who is signed in, for the forms that can fill themselves in and for `pageshow`. */
  session: "/api/portal/session",
  forgotPassword: "/api/portal/forgot-password",
  resetPassword: "/api/portal/reset-password",
  /** Below it `confirmByPasswordCall` and `notMyAccountCall`. */
  confirmEmail: "/api/portal/confirm-email",
  /** GET reads, PATCH changes. */
  profile: "/api/portal/profile",
  /** PUT takes the picture's bytes, DELETE removes it. */
  picture: "/api/portal/picture",
  /** GET; below it one request by id. */
  requests: "/api/portal/requests",
  requestsCsv: "/api/portal/requests.csv",
  /** The cloud function of SPEC 7. */
  createStripeAccount: "/api/createStripeAccount",
  /** Confirms the account made by the call above. */
  confirmStripeAccount: "/api/portal/payment/confirm",
  /** GET: makes a new link to the onboarding page and leads there. */
  paymentLink: "/portal/payment-link",
  /** Where the card payment provider reports what changed. */
  stripeWebhook: "/api/payments/stripe/webhook",
  settings: "/api/portal/settings",
  /** POST a `Proof`; POST `/options` first to use a passkey; GET asks whether one is needed. */
  confirmIdentity: "/api/portal/settings/confirm",
  changePassword: "/api/portal/settings/password",
  /** POST asks for the change, DELETE takes it back. */
  changeEmail: "/api/portal/settings/email",
  verifyEmail: "/api/portal/settings/verify-email",
  /** DELETE signs all others out, with `/<id>` one. */
  devices: "/api/portal/settings/devices",
  /** POST `/options` then POST registers, DELETE with `/<id>` removes. */
  passkeys: "/api/portal/settings/passkeys",
  /** POST starts, POST `/confirm` turns on, POST `/off` with a `Proof` turns off. */
  authenticator: "/api/portal/settings/authenticator",
  /** POST makes new ones. */
  recoveryCodes: "/api/portal/settings/recovery-codes",
  /** PATCH with a `ContactChange`. */
  contactPreferences: "/api/portal/settings/contact",
  myData: "/api/portal/my-data.zip",
  /** POST with a `Proof`. */
  deleteAccount: "/api/portal/delete-account",
} as const;

/**
 * Header that says whose page it is: the uid. The profile and the settings come with it, and
 * a page sends it along with each change, because somebody else may have logged in since.
 */
export const personHeader = "x-person";

/** Query name of `calls.requestsCsv`: the reader's time zone, as an IANA name. */
export const timeZoneQuery = "zone";

/** Address of a person's requests as a table, its days those of the reader's time zone. */
export function requestsCsvAddress(timeZone: string): string {
  return `${endpoints.requestsCsv}?${timeZoneQuery}=${encodeURIComponent(timeZone)}`;
}

/** Where pictures are served, below it the path of SPEC 3. */
export const picturesPath = "/api/pictures";

/** Storage path of a person's picture (SPEC 3). */
export function profilePicturePath(uid: string): string {
  return `Users/${uid}/ProfilePicture/profilePic`;
}

/** Storage path of a provider's picture (SPEC 3). */
export function providerPicturePath(uid: string): string {
  return `ProProviders/${uid}/ProfilePicture/profilePic`;
}

/** Answer of a log-in or of creating an account. */
export type LoginResponse =
  | { readonly state: "signed-in"; readonly next: string }
  /** The account asks for a code of its authenticator, or a recovery code. */
  | { readonly state: "code-needed" };

/** Answer of `calls.session`. */
export type SessionResponse =
  | { readonly signedIn: false }
  | ({ readonly signedIn: true; readonly uid: string } & PrefillPerson);

/** A person as their own pages see them: the fields of Users (SPEC 3) and what belongs around them. */
export interface ProfileResponse {
  readonly user: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly emailAddress: string;
    readonly phoneNumber: string;
    readonly addressLine1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    /** Absent until the payment profile is complete. */
    readonly stripeAccountId?: string;
  };
  /** Sent back with a change, so that two tabs cannot overwrite each other. */
  readonly version: number;
  /** ISO 8601. */
  readonly memberSince: string;
  /** Address of the picture with its version, or null. */
  readonly picture: string | null;
  /** Address that signs in; differs from `emailAddress` until a change is confirmed. */
  readonly loginEmail: string;
  readonly emailVerified: boolean;
  readonly supportId: string;
  /** What the card payment provider still needs, in its words; empty when nothing or unknown. */
  readonly paymentNeeds: readonly string[];
}

/** A change of the profile: the version it starts from and only the changed fields. */
export interface ProfileChange {
  readonly version: number;
  readonly changes: Readonly<Partial<Record<EditableName, string>>>;
}

/** Answer of a saved change: the profile as it is now. */
export interface ProfileSaved extends ProfileResponse {
  /** New address that got a link to confirm, or null. Until it is used `loginEmail` signs in. */
  readonly confirmationSentTo: string | null;
}

/** Fields of Users that a person may change. */
export type EditableName =
  | "firstName"
  | "lastName"
  | "emailAddress"
  | "phoneNumber"
  | "addressLine1"
  | "city"
  | "state"
  | "zip";

/** Answer of saving or removing a picture. */
export interface PictureResponse {
  /** Address of the picture with its version, or null. */
  readonly picture: string | null;
}

/** A completed request (SPEC 3), newest first in lists. */
export interface RequestResponse {
  readonly id: string;
  readonly requestTitle: string;
  readonly assignedTo: string;
  readonly assignedToUid: string;
  readonly requestCompleted: boolean;
  /** Seconds since 1970, or null: "Date pending". */
  readonly dateCompleted: number | null;
  /** US dollars, or null: "Price pending". */
  readonly price: number | null;
  /** Eight characters that stand for it towards our staff, as a submission's do. */
  readonly reference: string;
  /** Address of the provider's picture, or null. */
  readonly picture: string | null;
}

/** Answer of `createStripeAccount` (SPEC 7). */
export interface StripeAccountResponse {
  /** Onboarding page of the card payment provider. */
  readonly url: string;
  readonly accountId: string;
}

/** Answer of `calls.confirmStripeAccount`: how the payment profile stands now. */
export interface PaymentResponse {
  readonly stripeAccountId: string;
  /** The profile's version: confirming is a change of it. */
  readonly version: number;
  readonly paymentNeeds: readonly string[];
}

/** Session storage name of the account id until it is saved (SPEC 4). */
export const pendingAccountKey = "pendingStripeAccountId";

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

/** Answer of `calls.settings`. */
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
