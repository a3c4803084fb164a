import { z } from "zod";
import { calls, picturesPath, timeZoneQuery } from "../../contract/api.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { facts } from "../../contract/facts.ts";
import { editProfileForm } from "../../contract/forms/edit-profile.ts";
import { describeRefusals, json, type Operation, type Paths } from "../http/open-api-parts.ts";

const names = editProfileForm.fields.map((field) => field.name);
const texts = Object.fromEntries(names.map((name) => [name, z.string()]));
const changes = Object.fromEntries(names.map((name) => [name, z.string().optional()]));

const profile = z.object({
  user: z.object({ uid: z.string(), ...texts, stripeAccountId: z.string().optional() }),
  version: z.int().describe("Sent back with a change."),
  memberSince: z.iso.datetime(),
  picture: z.string().nullable(),
  loginEmail: z.string().describe("Address that logs in, until a new one is confirmed."),
  emailVerified: z.boolean(),
  supportId: z.string(),
  paymentNeeds: z.array(z.string()),
});
const change = z.strictObject({ version: z.int(), changes: z.strictObject(changes) });
const saved = profile.extend({ confirmationSentTo: z.string().nullable() });
const picture = z.object({ picture: z.string().nullable() });
const request = z.object({
  id: z.string(),
  requestTitle: z.string(),
  assignedTo: z.string(),
  assignedToUid: z.string(),
  requestCompleted: z.boolean(),
  dateCompleted: z.int().nullable().describe("Seconds since 1970; null while pending."),
  price: z.number().nullable().describe("US dollars; null while pending."),
  picture: z.string().nullable(),
});

const changing = ["cross-site", "malformed"] as const;
const refusedPictures = [
  "picture-too-large",
  "picture-unreadable",
  "picture-heic",
  "storage-full",
  "too-many",
] as const;

/** A call of somebody signed in. */
function describe(
  summary: string,
  content: object,
  refusals: readonly ErrorCode[] = [],
  more: Pick<Operation, "parameters" | "requestBody"> = {},
): Operation {
  return {
    summary: `${summary} (needs the session's cookie)`,
    ...more,
    responses: {
      "200": { description: "Yes.", content },
      ...describeRefusals(["not-signed-in", ...refusals]),
    },
  };
}

function parameter(name: string, where: "path" | "query"): object {
  return { name, in: where, required: where === "path", schema: { type: "string" } };
}

const text = { schema: { type: "string" } };
const bytes = { schema: { type: "string", format: "binary" } };

/** The calls about a person's own profile, picture and requests. */
export function personPaths(): Paths {
  return {
    [calls.profile]: {
      get: describe("Read one's own profile", json(profile)),
      patch: describe(
        "Change one's own profile, only the fields that differ",
        json(saved),
        [...changing, "invalid", "conflict"],
        { requestBody: { required: true, content: json(change) } },
      ),
    },
    [calls.picture]: {
      put: describe(
        `Save one's own picture, at most ${facts.picture.largestBytes} bytes`,
        json(picture),
        [...changing, ...refusedPictures],
        { requestBody: { required: true, content: { "image/*": bytes } } },
      ),
      delete: describe("Remove one's own picture", json(picture), ["cross-site"]),
    },
    [`${picturesPath}/{path}`]: {
      get: describe(
        "Show one's own picture, or that of a provider with a request of one's own",
        { "image/webp": bytes },
        ["not-found"],
        { parameters: [parameter("path", "path")] },
      ),
    },
    [calls.requests]: {
      get: describe("List one's own completed requests, newest first", json(z.array(request))),
    },
    [`${calls.requests}/{id}`]: {
      get: describe("Read one of one's own requests", json(request), ["not-found"], {
        parameters: [parameter("id", "path")],
      }),
    },
    [calls.requestsCsv]: {
      get: describe("One's own completed requests as a table", { "text/csv": text }, [], {
        parameters: [parameter(timeZoneQuery, "query")],
      }),
    },
  };
}
