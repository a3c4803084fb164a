import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { storableText, typedLine, typedText } from "../../../platform/contract/schemas.ts";
import { customerRef } from "../../customers/contract/customer-ref.ts";

/** Lengths in characters; files of one message, and bytes of each. */
export const appLimits = {
  supportId: 200,
  subject: 200,
  text: 10_000,
  files: 5,
  fileBytes: 10 * 1024 * 1024,
} as const;

const text = z.string();

const newCase = z.strictObject({
  customer: customerRef,
  supportId: typedLine(appLimits.supportId).describe("As the app shows it."),
  subject: typedLine(appLimits.subject).exactOptional(),
  text: typedText(appLimits.text),
});

export type NewAppCase = Returned<typeof newCase>;

/** The texts of a message; its files come only as multipart/form-data. */
export const appMessage = z.strictObject({ text: typedText(appLimits.text) });

const appCase = z.object({
  reference: text,
  subject: text,
  messages: z.array(
    z.object({
      from: z.enum(["customer", "staff"]),
      text,
      at: text.describe("ISO 8601."),
      attachments: z.array(
        z.object({
          name: text,
          type: text.describe("Media type."),
          size: z.int().describe("In bytes."),
          url: text.describe("Where to download it, for 90 days after the newest message."),
        }),
      ),
    }),
  ),
});

export type AppCase = Returned<typeof appCase>;

const query = z.strictObject({
  customer: storableText(128)
    .min(1)
    .exactOptional()
    .describe("Uid of the customer whose case it is. Programs must name it."),
});

export type AppCaseQuery = Returned<typeof query>;

const one = "/api/v1/cases/:id";
const params = { id: "Its reference." } as const;

/** Messages of customers to our staff, which an app delivers. */
export const caseApiEndpoints = {
  open: defineEndpoint("api-token:cases:write POST /api/v1/cases", {
    summary: "Send a customer's message to staff",
    body: newCase,
    response: z.object({ reference: text }),
    status: 201,
    errors: ["invalid", "unknown-customer", "ambiguous-customer", "unsupported-type"],
  }),
  read: defineEndpoint(`api-token:cases:read GET ${one}`, {
    summary: "Read the conversation of a customer's message",
    params,
    query,
    response: appCase,
    errors: ["invalid", "not-found"],
  }),
  add: defineEndpoint(`api-token:cases:write POST ${one}/messages`, {
    summary: `Add a customer's message, with up to ${appLimits.files} files of 10 MB as multipart/form-data`,
    params,
    query,
    body: appMessage.meta({
      types: ["application/json", "multipart/form-data"],
      maxFiles: appLimits.files,
    }),
    response: appCase,
    status: 201,
    errors: ["invalid", "malformed", "not-found", "too-large", "unsupported-type", "storage-full"],
  }),
} as const;
