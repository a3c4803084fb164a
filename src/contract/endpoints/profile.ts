import { type Bytes, defineEndpoint, type NoBody, pathOf } from "./define-endpoint.ts";

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

/** A person's own profile, picture and requests. */
export const profileEndpoints = {
  read: defineEndpoint<NoBody, ProfileResponse>("session GET /api/portal/profile"),
  change: defineEndpoint<ProfileChange, ProfileSaved>("session PATCH /api/portal/profile"),
  /** Takes the picture's bytes. */
  savePicture: defineEndpoint<Bytes, PictureResponse>("session PUT /api/portal/picture"),
  removePicture: defineEndpoint<NoBody, PictureResponse>("session DELETE /api/portal/picture"),
  /** A picture by the path of SPEC 3. */
  picture: defineEndpoint<NoBody, Bytes>("session GET /api/pictures/*"),
  requests: defineEndpoint<NoBody, readonly RequestResponse[]>("session GET /api/portal/requests"),
  request: defineEndpoint<NoBody, RequestResponse>("session GET /api/portal/requests/:id"),
  requestsCsv: defineEndpoint<NoBody, string>("session GET /api/portal/requests.csv"),
} as const;

/** Query name of `profileEndpoints.requestsCsv`: the reader's time zone, as an IANA name. */
export const timeZoneQuery = "zone";

/** Address of a person's requests as a table, its days those of the reader's time zone. */
export function requestsCsvAddress(timeZone: string): string {
  return `${pathOf(profileEndpoints.requestsCsv)}?${timeZoneQuery}=${encodeURIComponent(timeZone)}`;
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
