import {
  type Bytes,
  defineEndpoint,
  type NoBody,
  pathOf,
} from "../../../platform/contract/endpoints/define-endpoint.ts";

/** A person's profile as their own pages show it: the fields of Users and account data. */
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
  /** Path of the picture with its version, or null. */
  readonly picture: string | null;
  /** Address for logging in; differs from `emailAddress` until a change is confirmed. */
  readonly loginEmail: string;
  readonly emailVerified: boolean;
  readonly supportId: string;
  /** What the card payment provider still needs, formatted; empty if nothing or unknown. */
  readonly paymentNeeds: readonly string[];
}

/** A change to the profile: the version it is based on and only the changed fields. */
export interface ProfileChange {
  readonly version: number;
  readonly changes: Readonly<Partial<Record<EditableName, string>>>;
}

/** Response to a saved change: the profile after it. */
export interface ProfileSaved extends ProfileResponse {
  /** New address that was sent a link to confirm, or null. Until then, `loginEmail` stays valid. */
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

export interface PictureResponse {
  /** Path of the picture with its version, or null. */
  readonly picture: string | null;
}

/** A completed request, newest first in lists. */
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
  /** Eight characters by which staff find the request, as with a submission. */
  readonly reference: string;
  /** Path of the provider's picture, or null. */
  readonly picture: string | null;
}

export const profileEndpoints = {
  read: defineEndpoint<NoBody, ProfileResponse>("session GET /api/portal/profile"),
  change: defineEndpoint<ProfileChange, ProfileSaved>("session PATCH /api/portal/profile"),
  /** The body is the picture's bytes. */
  savePicture: defineEndpoint<Bytes, PictureResponse>("session PUT /api/portal/picture"),
  removePicture: defineEndpoint<NoBody, PictureResponse>("session DELETE /api/portal/picture"),
  picture: defineEndpoint<NoBody, Bytes>("session GET /api/pictures/*"),
  requests: defineEndpoint<NoBody, readonly RequestResponse[]>("session GET /api/portal/requests"),
  request: defineEndpoint<NoBody, RequestResponse>("session GET /api/portal/requests/:id"),
  requestsCsv: defineEndpoint<NoBody, string>("session GET /api/portal/requests.csv"),
} as const;

/** Query name of `profileEndpoints.requestsCsv`: the reader's IANA time zone. */
export const timeZoneQuery = "zone";

/** Path of a person's requests as CSV, with dates in the reader's time zone. */
export function requestsCsvPath(timeZone: string): string {
  return `${pathOf(profileEndpoints.requestsCsv)}?${timeZoneQuery}=${encodeURIComponent(timeZone)}`;
}

export const picturesPath = "/api/pictures";

export function profilePicturePath(uid: string): string {
  return `Users/${uid}/ProfilePicture/profilePic`;
}

export function providerPicturePath(uid: string): string {
  return `ProProviders/${uid}/ProfilePicture/profilePic`;
}
