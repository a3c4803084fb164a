import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { calls } from "../../contract/api.ts";
import type { AppContext } from "../context.ts";
import { ApiError } from "../http/api-error.ts";
import { noteNeeds } from "./queries.ts";
import { readNeedCodes } from "./stripe.ts";

/** Largest event that is read, in bytes; an account with everything in it is about 20 KB. */
const largestEventBytes = 512 * 1024;
/** Oldest signature that counts, in seconds. */
const toleranceSeconds = 300;
/** How long an event's id is kept, in milliseconds: ten times as long as Stripe sends it again. */
const rememberMs = 30 * 24 * 60 * 60 * 1000;

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
    scope.post(calls.stripeWebhook, { bodyLimit: largestEventBytes }, async (request, reply) => {
      const event = await readEvent(request, secret, context.now());
      if (event.type === "account.updated") await takeAccount(event, context);
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}

/** @throws ApiError "malformed" for what Stripe did not sign just now */
async function readEvent(
  request: FastifyRequest,
  secret: string,
  now: number,
): Promise<Stripe.Event> {
  const signature = request.headers["stripe-signature"];
  const { Stripe } = await import("stripe");
  try {
    return Stripe.webhooks.constructEvent(
      request.body as Buffer,
      signature ?? "",
      secret,
      toleranceSeconds,
      undefined,
      now,
    );
  } catch {
    throw new ApiError("malformed");
  }
}

/** Notes what Stripe still needs. The same event twice counts once, an older one not at all. */
async function takeAccount(
  { id, created, data }: Stripe.AccountUpdatedEvent,
  { database, now }: AppContext,
): Promise<void> {
  const { id: accountId, requirements } = data.object;
  const codes = readNeedCodes(requirements?.past_due, requirements?.currently_due);
  const receivedAt = now();
  await database.write(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("webhook_events")
      .values({ id, received_at: receivedAt })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    await noteNeeds(trx, accountId, codes, created * 1000);
    await trx
      .deleteFrom("webhook_events")
      .where("received_at", "<", receivedAt - rememberMs)
      .execute();
  });
}
