import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { bytes, typedLine } from "../../../platform/contract/schemas.ts";
import { requestLimits } from "./requests.ts";

/** Bytes of a provider's picture. */
export const providerPictureBytes = 5 * 1024 * 1024;

/** `assignedToUid` of requests. */
export function isProviderId(id: string): boolean {
  return /^[\w-]{1,128}$/.test(id);
}

const details = z.strictObject({
  name: typedLine(requestLimits.name),
  markets: z
    .array(z.string().regex(/^\d{3}$/, "a market is the first three digits of a ZIP code"))
    .max(40)
    .describe("First three digits of ZIP codes."),
});

export type ProviderBody = Returned<typeof details>;

const providerRecord = z.object({
  uid: z.string(),
  name: z.string(),
  markets: z.array(z.string()),
  picture: z.string().nullable().describe("Version of the picture."),
});

export type ProviderRecord = Returned<typeof providerRecord>;

const one = "/api/v1/providers/:id";
const params = { id: "Its uid: assignedToUid of requests." } as const;

/** Providers for programs. Names in stored requests stay as they are. */
export const providerApiEndpoints = {
  put: defineEndpoint(`api-token:providers:write PUT ${one}`, {
    summary: "Store a provider, new or in place of what is stored",
    params,
    optionalHeaders: { "If-Match": "The ETag that was read; another version is not changed." },
    body: details,
    response: providerRecord,
    creates: true,
    errors: ["invalid", "precondition-failed", "unsupported-type"],
  }),
  read: defineEndpoint(`api-token:providers:read GET ${one}`, {
    summary: "Read a provider",
    params,
    response: providerRecord,
    errors: ["invalid", "not-found"],
  }),
  picture: defineEndpoint(`api-token:providers:write PUT ${one}/picture`, {
    summary: "Store a provider’s picture, at most 5 MB; it is encoded again",
    params,
    body: bytes("image/*"),
    response: providerRecord,
    errors: [
      "invalid",
      "not-found",
      "too-large",
      "unsupported-type",
      "picture-unreadable",
      "picture-cut-off",
      "picture-heic",
      "storage-full",
    ],
  }),
} as const;
