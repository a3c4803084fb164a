import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { bytes, storableText, typedLine } from "../../../platform/contract/schemas.ts";
import { normalizeLine } from "../../../platform/contract/text.ts";
import { type HelpKind, helpKindNames, requestLimits } from "./requests.ts";

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  /** First three digits of ZIP codes. */
  readonly markets: readonly string[];
  readonly trades: readonly HelpKind[];
  /** Version of the picture; null without one. */
  readonly picture: string | null;
  /** Requests that are booked and not completed. */
  readonly booked: number;
  readonly version: number;
}

/** A hired applicant who is not in the directory. */
interface HiredApplicant {
  readonly reference: string;
  readonly name: string;
}

export interface ProviderList {
  readonly providers: readonly Provider[];
  readonly hired: readonly HiredApplicant[];
}

const { name, phone } = requestLimits;

const providerDetails = z.strictObject({
  name: typedLine(name),
  phone: storableText(phone).overwrite(normalizeLine),
  markets: z.array(z.string().regex(/^\d{3}$/)).max(40),
  trades: z.array(z.enum(helpKindNames)),
});

/** The directory of providers. `id` is `assignedToUid` of their documents. */
export const providerEndpoints = {
  list: defineEndpoint("desk:customers GET /api/desk/providers", {
    response: z.custom<ProviderList>(),
  }),
  add: defineEndpoint("desk:customer-work POST /api/desk/providers", {
    body: z.strictObject({ ...providerDetails.shape, application: z.string().max(20).default("") }),
    response: z.object({ id: z.string() }),
  }),
  change: defineEndpoint("desk:customer-work PATCH /api/desk/providers/:id", {
    body: z.strictObject({ ...providerDetails.shape, version: z.int().min(1) }),
    response: z.object({ id: z.string() }),
  }),
  /** `v` is its version: each has an address of its own. */
  picture: defineEndpoint("desk:customers GET /api/desk/providers/:id/picture", {
    query: z.object({ v: z.string().max(100).optional() }),
    response: bytes("image/webp"),
  }),
} as const;

/** Apart, because the body is a file. */
export const providerPictureEndpoints = {
  save: defineEndpoint("desk:customer-work PUT /api/desk/providers/:id/picture", {
    body: bytes("application/octet-stream"),
    response: z.object({ id: z.string() }),
  }),
} as const;
