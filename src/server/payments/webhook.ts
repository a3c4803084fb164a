import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { stripeWebhook } from "../../contract/endpoints/payments.ts";
import { isStorableText } from "../../contract/form-engine/rules.ts";
import type { AppContext } from "../context/app-context.ts";
import { ApiError } from "../platform/api-error.ts";
import { days } from "../platform/durations.ts";
import {
  type EndpointRequest,
  registerEndpoint,
} from "../platform/http/routes/register-endpoint.ts";
import { noteNeeds } from "./queries.ts";
import { readNeedCodes } from "./stripe.ts";

/** Largest event that is read, in bytes; an account with everything in it is about 20 KB. */
const maxEventBytes = 512 * 1024;
/** How far a signature's and an event's time may lie from ours, in seconds. */
const toleranceSeconds = 300;
/** Longest id that is stored, in characters; Stripe's have about 30. */
const maxIdLength = 255;
/** How long an event's id is kept, in milliseconds: ten times as long as Stripe sends it again. */
const rememberMs = days(30);

/** Takes Stripe's events. Without a secret to check them by, the address does not exist. */
export function registerStripeWebhook(app: FastifyInstance, context: AppContext): void {
  const { stripeWebhookSecret: secret } = context.config;
  if (secret === undefined) return;
  app.register(async (scope) => {
    // The signature covers the bytes as they were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    const options = { bodyLimit: maxEventBytes };
    const receive = async ({ request }: EndpointRequest) => {
      const event = await readEvent(request, secret, context.now());
      if (event.type === "account.updated") {
        await takeAccount(readAccountUpdate(event, context.now()), context);
      }
      return { received: true } as const;
    };
    registerEndpoint(scope, stripeWebhook, context, receive, options);
  });
}

/**
 * Checks the signature; of the event only its being an object.
 * @throws ApiError "malformed" for what Stripe did not sign just now
 */
async function readEvent(
  request: FastifyRequest,
  secret: string,
  now: number,
): Promise<Partial<Record<keyof Stripe.Event, unknown>>> {
  const signature = String(request.headers["stripe-signature"] ?? "");
  const { Stripe } = await import("stripe");
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(
      request.body as Buffer,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now,
    );
  } catch {
    throw new ApiError("malformed");
  }
  // The library rejects only what is too old.
  if (typeof event !== "object" || event === null || isAhead(signedAt(signature), now)) {
    throw new ApiError("malformed");
  }
  return event;
}

/** The time that a signature covers, in seconds since 1970: the last one named, as the library reads it. */
function signedAt(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number.parseInt(times.at(-1)?.slice(2) ?? "", 10);
}

/** @param seconds since 1970 @param now milliseconds since 1970 */
function isAhead(seconds: number, now: number): boolean {
  return !(seconds <= now / 1000 + toleranceSeconds);
}

/** What one event says of an account. */
interface AccountUpdate {
  readonly eventId: string;
  readonly accountId: string;
  readonly codes: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/**
 * Takes an event apart.
 * @throws ApiError "malformed" for another shape, or a time ahead of ours, which would keep
 * every later event out
 */
function readAccountUpdate(
  event: Partial<Record<keyof Stripe.Event, unknown>>,
  now: number,
): AccountUpdate {
  const { id, created, data } = event;
  const account = (data as { object?: unknown } | null | undefined)?.object;
  const { id: accountId, requirements } = (account ?? {}) as Partial<Record<string, unknown>>;
  const isTime = typeof created === "number" && Number.isSafeInteger(created) && created >= 0;
  if (!isId(id) || !isId(accountId) || !isTime || isAhead(created, now)) {
    throw new ApiError("malformed");
  }
  const { past_due: pastDue, currently_due: due } = (requirements ?? {}) as Partial<
    Record<string, unknown>
  >;
  return { eventId: id, accountId, codes: readNeedCodes(pastDue, due), createdAt: created * 1000 };
}

function isId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= maxIdLength &&
    isStorableText(value)
  );
}

/** Notes what Stripe still needs. The same event twice counts once, an older one not at all. */
async function takeAccount(
  { eventId, accountId, codes, createdAt }: AccountUpdate,
  { database, now }: AppContext,
): Promise<void> {
  const receivedAt = now();
  await database.write(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("webhook_events")
      .values({ id: eventId, received_at: receivedAt })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    await noteNeeds(trx, accountId, codes, createdAt, receivedAt);
    await trx
      .deleteFrom("webhook_events")
      .where("received_at", "<", receivedAt - rememberMs)
      .execute();
  });
}
