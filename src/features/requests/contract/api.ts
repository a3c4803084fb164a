import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { checkedText, storableText, typedText } from "../../../platform/contract/schemas.ts";
import { customerRef, externalId } from "../../customers/contract/customer-ref.ts";
import { optionalRequestFields, requestFields } from "../../customers/contract/request-fields.ts";

/** Requests as programs deliver them. */
export const apiLimits = {
  reason: 500,
  page: 100,
  /** Of a batch. */
  lines: 1000,
  bytes: 2_097_152,
} as const;

/** States as programs read them. */
export const apiStatuses = ["in-progress", "completed", "canceled"] as const;

/** What PUT stores: the fields of the specification's document, and whose it is. */
const requestBody = z.strictObject({ customer: customerRef, ...requestFields });

export type RequestBody = Returned<typeof requestBody>;

/** A line of a batch. */
export const batchLine = z.strictObject({ externalId, ...requestBody.shape });

export type BatchLine = Returned<typeof batchLine>;

const requestRecord = z.object({
  externalId: z.string().describe("Id of the document."),
  customer: z.object({ uid: z.string() }),
  ...requestFields,
  status: z.enum(apiStatuses),
  cancellation: z
    .object({
      reason: z.string(),
      at: z.string().describe("ISO 8601."),
      by: z.enum(["customer", "provider", "us"]).describe("A program cancels for us."),
    })
    .nullable(),
  reference: z.string().describe("The code that the customer reads out."),
});

export type RequestRecord = Returned<typeof requestRecord>;

const list = z.strictObject({
  after: storableText(200).default("").describe("The next of the page before."),
  limit: checkedText(`Use 1 to ${apiLimits.page}.`, (text) => {
    const limit = Number(text);
    return /^\d{1,3}$/.test(text) && limit >= 1 && limit <= apiLimits.page;
  })
    .default("50")
    .transform(Number)
    .describe(`Requests on a page: 50 by default, at most ${apiLimits.page}.`),
  customer: storableText(128).exactOptional().describe("Uid of the customer."),
  status: z.enum(apiStatuses).exactOptional().describe(apiStatuses.join(", ")),
  provider: storableText(128).exactOptional().describe("assignedToUid."),
  day: z.iso.date().exactOptional().describe("Booked for this day in its market, YYYY-MM-DD."),
});

export type ListQuery = Returned<typeof list>;

const patch = z.strictObject({ customer: customerRef.exactOptional(), ...optionalRequestFields });

const conditions = {
  "If-Match": "The ETag that was read; another version is not changed.",
  "If-None-Match": "“*” to change nothing that exists; with GET the ETag that is known.",
} as const;

const one = "/api/v1/requests/:id";
const common = {
  params: { id: "Its external id." },
  optionalHeaders: conditions,
  response: requestRecord,
} as const;
const changeErrors = [
  "invalid",
  "invalid-external-id",
  "not-found",
  "ambiguous-id",
  "precondition-failed",
] as const;

/** Requests for programs. `id` is the external id, which is the id of the document. */
export const requestApiEndpoints = {
  put: defineEndpoint(`api-token:requests:write PUT ${one}`, {
    ...common,
    summary: "Store a request, new or in place of what is stored",
    body: requestBody,
    creates: true,
    errors: [
      "invalid",
      "invalid-external-id",
      "unknown-customer",
      "ambiguous-customer",
      "customer-differs",
      "canceled",
      "ambiguous-id",
      "id-taken",
      "precondition-failed",
    ],
  }),
  patch: defineEndpoint(`api-token:requests:write PATCH ${one}`, {
    ...common,
    summary: "Change fields of a request (JSON merge patch)",
    body: patch.meta({ types: ["application/merge-patch+json"] }),
    errors: [
      ...changeErrors,
      "unknown-customer",
      "ambiguous-customer",
      "customer-differs",
      "canceled",
      "unsupported-type",
    ],
  }),
  cancel: defineEndpoint(`api-token:requests:write DELETE ${one}`, {
    ...common,
    summary: "Cancel a request; its document stays",
    body: z.strictObject({ reason: typedText(apiLimits.reason) }),
    errors: [...changeErrors],
  }),
  reopen: defineEndpoint(`api-token:requests:write POST ${one}/reopening`, {
    ...common,
    summary: "Reopen a request that was completed or canceled",
    errors: [...changeErrors],
  }),
  read: defineEndpoint(`api-token:requests:read GET ${one}`, {
    ...common,
    summary: "Read a request",
    errors: ["not-found", "invalid", "invalid-external-id", "ambiguous-id"],
  }),
  list: defineEndpoint("api-token:requests:read GET /api/v1/requests", {
    summary: "List requests in the order of their last changes",
    query: list,
    response: z.object({
      requests: z.array(requestRecord),
      next: z.string().describe("Send it as `after`; the same as before once there are no more."),
    }),
    errors: ["invalid"],
  }),
  batch: defineEndpoint("api-token:requests:write POST /api/v1/requests:batch", {
    summary: `Store up to ${apiLimits.lines} requests, one a line`,
    query: z.strictObject({
      atomic: z.enum(["true", "false"]).default("false").describe("“true”: all lines or none."),
    }),
    body: z.string().meta({ types: ["application/x-ndjson"] }),
    response: z.string().meta({ types: ["application/x-ndjson"] }),
    errors: ["invalid", "batch-invalid", "too-large", "unsupported-type"],
  }),
} as const;
