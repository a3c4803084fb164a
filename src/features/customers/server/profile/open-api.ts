import { z } from "zod";
import { facts } from "../../../../platform/contract/facts.ts";
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
import { editProfileForm } from "../../contract/forms/edit-profile.ts";
import {
  type PictureResponse,
  type ProfileChange,
  type ProfileResponse,
  type ProfileSaved,
  profileEndpoints,
  type RequestResponse,
  timeZoneQuery,
} from "../../contract/profile.ts";

const text = z.string();

export const profileSchema = schemaOf<ProfileResponse>()(
  z.object({
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
      stripeAccountId: text.optional(),
    }),
    version: z.int().describe("Sent back with a change."),
    memberSince: z.iso.datetime(),
    picture: text.nullable(),
    loginEmail: text.describe("Address that logs in, until a new one is confirmed."),
    emailVerified: z.boolean(),
    supportId: text,
    paymentNeeds: z.array(text),
  }),
);
const change = z.strictObject({
  version: z.int(),
  changes: formSchema(editProfileForm) as z.ZodType<ProfileChange["changes"]>,
});
const saved = schemaOf<ProfileSaved>()(
  profileSchema.extend({ confirmationSentTo: text.nullable() }),
);
const picture = schemaOf<PictureResponse>()(z.object({ picture: text.nullable() }));
const request = schemaOf<RequestResponse>()(
  z.object({
    id: text,
    requestTitle: text,
    assignedTo: text,
    assignedToUid: text,
    requestCompleted: z.boolean(),
    dateCompleted: z.int().nullable().describe("Seconds since 1970; null while pending."),
    price: z.number().nullable().describe("US dollars; null while pending."),
    reference: text.describe("Eight characters to tell our staff."),
    picture: text.nullable(),
  }),
);

export function personPaths(): Paths {
  return joinPaths(
    describeEndpoint(profileEndpoints.read, {
      summary: "Get your profile",
      response: json(profileSchema),
    }),
    describeEndpoint(profileEndpoints.change, {
      summary: "Update your profile; send only the fields that change",
      body: sentJson(schemaOf<ProfileChange>()(change)),
      response: json(saved),
      errors: ["malformed", "invalid", "conflict"],
    }),
    describeEndpoint(profileEndpoints.savePicture, {
      summary: `Upload your picture, at most ${facts.picture.maxBytes} bytes`,
      body: bytes("image/*"),
      response: json(picture),
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
    describeEndpoint(profileEndpoints.removePicture, {
      summary: "Delete your picture",
      response: json(picture),
    }),
    describeEndpoint(profileEndpoints.picture, {
      summary: "Get your picture, or that of a provider of one of your requests",
      response: bytes("image/webp"),
      errors: ["not-found"],
      parameters: [textParameter("path", "path", "Where the picture is stored.")],
    }),
    describeEndpoint(profileEndpoints.requests, {
      summary: "List your requests, newest first",
      response: json(z.array(request)),
    }),
    describeEndpoint(profileEndpoints.request, {
      summary: "Get one of your requests",
      response: json(request),
      errors: ["not-found"],
      parameters: [textParameter("id", "path", "The request.")],
    }),
    describeEndpoint(profileEndpoints.requestsCsv, {
      summary: "Get your requests as CSV",
      response: { "text/csv": { schema: { type: "string" } } },
      parameters: [textParameter(timeZoneQuery, "query", "IANA name of the reader's time zone.")],
    }),
  );
}
