import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { z } from "zod";
import { isStorableText } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { parse } from "../../../platform/server/http/read-input.ts";
import {
  type EndpointRequest,
  registerEndpoint,
} from "../../../platform/server/http/register-endpoint.ts";
import { noteSeen } from "../../../platform/server/last-seen.ts";
import { stripeWebhook } from "../contract/payments.ts";
import { noteEvent, storeNeeds } from "./queries.ts";
import { readNeedCodes } from "./stripe.ts";

/** Maximum size of an event in bytes; an account with every field is about 20 KB. */
const maxEventBytes = 512 * 1024;
/** Maximum difference between our time and that of a signature or event, in seconds. */
const toleranceSeconds = 300;
/** Maximum length of a stored id, in characters; Stripe's have about 30. */
const maxIdLength = 255;

const id = z.string().min(1).max(maxIdLength).refine(isStorableText);
/** The event "account.updated", as far as it is read. */
const accountUpdate = z.object({
  id,
  /** Seconds since 1970. */
  created: z.int().min(0),
  data: z.object({ object: z.object({ id, requirements: z.looseObject({}).catch({}) }) }),
});

/** Receives Stripe's events. Without a signing secret, the endpoint does not exist. */
export function registerStripeWebhook(app: FastifyInstance, context: AppContext): void {
  const { stripeWebhookSecret: secrets } = context.config;
  if (secrets === undefined) return;
  app.register(async (scope) => {
    // The signature covers the bytes as they were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    const options = { bodyLimit: maxEventBytes };
    const receive = async ({ request }: EndpointRequest) => {
      const event = await readEvent(request, secrets, context.now());
      await noteSeen(context.database, "payment-events", context.now());
      if (event.type === "account.updated") {
        await storeAccountUpdate(readAccountUpdate(event, context.now()), context);
      } else if (event.type === "invoice.upcoming") {
        const { remindOfRenewal } = await import("./renewal-reminder.ts");
        await remindOfRenewal(event, context);
      }
      return { received: true } as const;
    };
    registerEndpoint(scope, stripeWebhook, context, receive, options);
  });
}

/**
 * Verifies the signature, and that the event is an object.
 * @param secrets of the endpoints, separated by commas
 * @throws ApiError "malformed" if Stripe did not sign it just now
 */
async function readEvent(
  request: FastifyRequest,
  secrets: string,
  now: number,
): Promise<Partial<Record<keyof Stripe.Event, unknown>>> {
  const signature = String(request.headers["stripe-signature"] ?? "");
  const { webhooks } = (await import("stripe")).Stripe;
  const [event] = secrets.split(",").flatMap((one): readonly unknown[] => {
    const body = request.body as Buffer;
    try {
      const secret = one.trim();
      return [webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)];
    } catch {
      return [];
    }
  });
  // The library rejects only signatures that are too old.
  if (typeof event !== "object" || event === null || isAhead(signedAt(signature), now)) {
    throw new ApiError("malformed");
  }
  return event;
}

/**
 * The time of a signature, in seconds since 1970; the last one if there are several, as in the
 * library.
 */
function signedAt(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number.parseInt(times.at(-1)?.slice(2) ?? "", 10);
}

/** @param seconds since 1970 @param now milliseconds since 1970 */
function isAhead(seconds: number, now: number): boolean {
  return !(seconds <= now / 1000 + toleranceSeconds);
}

/** @throws ApiError "malformed" for another shape, or a time ahead of ours, which would make every later event look old. */
function readAccountUpdate(event: unknown, now: number): z.output<typeof accountUpdate> {
  const update = parse(accountUpdate, event);
  if (isAhead(update.created, now)) throw new ApiError("malformed");
  return update;
}

/** Stores what Stripe still needs. A repeated event counts once, an older one not at all. */
async function storeAccountUpdate(
  { id: eventId, created, data: { object: account } }: z.output<typeof accountUpdate>,
  { database, now }: AppContext,
): Promise<void> {
  const receivedAt = now();
  const { past_due: pastDue, currently_due: due } = account.requirements;
  await database.write(async (trx) => {
    if (!(await noteEvent(trx, eventId, receivedAt))) return;
    await storeNeeds(trx, account.id, readNeedCodes(pastDue, due), created * 1000, receivedAt);
  });
}
