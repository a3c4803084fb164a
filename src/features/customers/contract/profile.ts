import { z } from "zod";
import {
  defineEndpoint,
  pathOf,
  type Returned,
} from "../../../platform/contract/define-endpoint.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { textsSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { bytes } from "../../../platform/contract/schemas.ts";
import { editProfileForm } from "./edit-profile.ts";

const text = z.string();

/** A person's profile as their own pages show it: the fields of Users and account data. */
export const profile = z.object({
  user: z.object({
    uid: text,
    firstName: text,
    lastName: text,
    emailAddress: text,
    phoneNumber: text,
    addressLine1: text,
    city: text,
    state: text,
    zip: text,
    /** Absent until the payment profile is complete. */
    stripeAccountId: text.exactOptional(),
  }),
  version: z.int().describe("Sent back with a change."),
  memberSince: z.iso.datetime(),
  /** Path with its version. */
  picture: text.nullable(),
  loginEmail: text.describe("Address that logs in, until a new one is confirmed."),
  emailVerified: z.boolean(),
  supportId: text,
  /** What the card payment provider still needs, formatted; empty if nothing or unknown. */
  paymentNeeds: z.array(text),
});
/** The version that it is based on, so that two tabs cannot overwrite each other. */
const change = z.strictObject({
  version: z.int(),
  changes: textsSchema(editProfileForm.fields.map(({ name }) => name)),
});
const saved = z.object({
  ...profile.shape,
  /** New address that was sent a link to confirm, or null. Until then, `loginEmail` stays valid. */
  confirmationSentTo: text.nullable(),
});
const picture = z.object({ picture: text.nullable() });
/** A completed request, newest first in lists. */
const request = z.object({
  id: text,
  requestTitle: text,
  assignedTo: text,
  assignedToUid: text,
  requestCompleted: z.boolean(),
  dateCompleted: z.int().nullable().describe("Seconds since 1970; null while pending."),
  price: z.number().nullable().describe("US dollars; null while pending."),
  reference: text.describe("Eight characters to tell our staff."),
  picture: text.nullable(),
  canceled: text.exactOptional().describe("Why it was canceled, if it was."),
});

export type ProfileResponse = Returned<typeof profile>;
export type ProfileChange = Returned<typeof change>;
export type ProfileSaved = Returned<typeof saved>;
export type EditableName = keyof ProfileChange["changes"];
export type RequestResponse = Returned<typeof request>;

/** Query name of `profileEndpoints.requestsCsv`: the reader's IANA time zone. */
export const timeZoneQuery = "zone";

/** A person's own profile, picture and requests. */
export const profileEndpoints = {
  read: defineEndpoint("session GET /api/portal/profile", {
    summary: "Get your profile",
    response: profile,
  }),
  change: defineEndpoint("session PATCH /api/portal/profile", {
    summary: "Update your profile; send only the fields that change",
    body: change,
    response: saved,
    errors: ["malformed", "invalid", "conflict"],
  }),
  savePicture: defineEndpoint("session PUT /api/portal/picture", {
    summary: `Upload your picture, at most ${facts.picture.maxBytes} bytes`,
    body: bytes("image/*"),
    response: picture,
    errors: [
      "malformed",
      "picture-too-large",
      "picture-unreadable",
      "picture-cut-off",
      "picture-heic",
      "storage-full",
      "too-many",
    ],
  }),
  removePicture: defineEndpoint("session DELETE /api/portal/picture", {
    summary: "Delete your picture",
    response: picture,
  }),
  /** A picture by its path in storage. */
  picture: defineEndpoint("session GET /api/pictures/*", {
    summary: "Get your picture, or that of a provider of one of your requests",
    params: { path: "Where the picture is stored." },
    response: bytes("image/webp"),
    errors: ["not-found"],
  }),
  requests: defineEndpoint("session GET /api/portal/requests", {
    summary: "List your requests, newest first",
    response: z.array(request),
  }),
  request: defineEndpoint("session GET /api/portal/requests/:id", {
    summary: "Get one of your requests",
    params: { id: "The request." },
    response: request,
    errors: ["not-found"],
  }),
  requestsCsv: defineEndpoint("session GET /api/portal/requests.csv", {
    summary: "Get your requests as CSV",
    query: z.object({
      [timeZoneQuery]: z.string().catch("UTC").describe("IANA name of the reader's time zone."),
    }),
    response: z.string().meta({ types: ["text/csv"] }),
  }),
} as const;

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
