import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import { ownOrigin } from "../../../platform/server/http/same-origin.ts";
import { registerOwnEndpoint } from "../../customers/server/auth/own-endpoint.ts";
import { findSession } from "../../customers/server/auth/sessions.ts";
import { paymentEndpoints, paymentLinkPath } from "../contract/payments.ts";
import { accountOpener } from "./open-account.ts";
import { loginUrl, paymentWindowHeaders } from "./payment-window.ts";
import { type PaymentProcessor, ProcessorError, type ReturnUrls } from "./port.ts";
import {
  completePaymentProfile,
  findConfirmedAccount,
  findPaymentAccount,
  findPaymentNeeds,
  storeNeeds,
} from "./queries.ts";
import { sandboxProcessor } from "./sandbox.ts";
import { registerSandbox } from "./sandbox-routes.ts";
import { stripeProcessor } from "./stripe.ts";
import { registerStripeWebhook } from "./webhook.ts";

/** Setting up the payment profile, with Stripe, or with the sandbox if no key is set. */
export function registerPayments(app: FastifyInstance, context: AppContext): void {
  const processor = createProcessor(app, context);
  const openAccount = accountOpener(processor, context);
  const { db } = context.database;

  registerOwnEndpoint(app, paymentEndpoints.createAccount, context, async (call) => {
    const { request, session, body } = call;
    const { uid } = body;
    if (uid !== session.uid) throw new ApiError("not-found");
    if ((await findConfirmedAccount(db, uid)) !== null) throw new ApiError("payment-complete");
    await countLink(context, uid);
    return orPaymentFailed(request, context, async () => {
      const accountId = await openAccount(uid);
      const urls = returnUrls(request, context);
      return { url: await processor.createOnboardingLink(accountId, urls), accountId };
    });
  });

  registerOwnEndpoint(app, paymentEndpoints.confirmAccount, context, async (call) => {
    const { request, session } = call;
    const { uid } = session;
    const { accountId } = call.body;
    const account = await findPaymentAccount(db, uid);
    const isOurs = account?.provider === processor.name && account.accountId === accountId;
    if (!isOurs) throw new ApiError("not-found");
    const askedAt = context.now();
    const needs = await readNeedsIfPossible(request, context, processor, account.accountId);
    const profile = await context.database.write(async (trx) => {
      if (needs) await storeNeeds(trx, account.accountId, needs, askedAt, context.now());
      return completePaymentProfile(trx, uid, account.accountId, context.now());
    });
    return { ...profile, paymentNeeds: await findPaymentNeeds(db, uid) };
  });

  const headers = paymentWindowHeaders(context.config);
  app.get(
    paymentLinkPath,
    { config: { failedPage: paths.paymentProblem } },
    async (request, reply) => {
      reply.headers(headers);
      const session = await findSession(request, context, reply);
      if (!session) return reply.redirect(loginUrl, 303);
      const account = await findPaymentAccount(db, session.uid);
      if (account?.provider !== processor.name) return reply.redirect(paths.editProfile, 303);
      return redirectToLink(request, reply, context, async () => {
        await countLink(context, session.uid);
        return processor.createOnboardingLink(account.accountId, returnUrls(request, context));
      });
    },
  );

  registerStripeWebhook(app, context);
  if (processor.name === "sandbox") registerSandbox(app, context);
  else
    app.get(paths.paymentSandbox, (request, reply) => context.pages.sendNotFound(request, reply));
}

function createProcessor(app: FastifyInstance, context: AppContext): PaymentProcessor {
  const { stripeSecretKey, stripeWebhookSecret, stripeApiUrl, publicUrl } = context.config;
  if (stripeSecretKey === undefined) {
    if (publicUrl?.startsWith("https:")) {
      app.log.warn("STRIPE_SECRET_KEY is not set: payment profiles are set up in test mode only");
    }
    return sandboxProcessor(context);
  }
  if (stripeWebhookSecret === undefined) {
    app.log.warn("STRIPE_WEBHOOK_SECRET is not set: later requirements from Stripe are not shown");
  }
  return stripeProcessor({ secretKey: stripeSecretKey, apiUrl: stripeApiUrl });
}

/** Limits how often one account can make us call the provider. @throws ApiError "too-many" */
function countLink(context: AppContext, uid: string): Promise<void> {
  const hash = context.clientKeys.hashAccount(uid);
  return countAttempt(context, [{ limit: "paymentAccount", hash }]);
}

function returnUrls(request: FastifyRequest, { config }: AppContext): ReturnUrls {
  const origin = ownOrigin(request, config);
  return {
    returnUrl: `${origin}${paths.success}`,
    refreshUrl: `${origin}${paymentLinkPath}`,
  };
}

/** The metric of failed requests to the provider. */
export const paymentFailures = "payment_failures_total";

/** @throws ApiError "payment-failed" when the provider failed; details are logged */
async function orPaymentFailed<T>(
  request: FastifyRequest,
  { counters }: AppContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    counters.add(paymentFailures);
    request.log.warn({ provider: error.note }, "payment provider failed");
    throw new ApiError("payment-failed");
  }
}

/**
 * Returns undefined on failure: the profile is complete anyway, and the next event brings the
 * needs.
 */
async function readNeedsIfPossible(
  request: FastifyRequest,
  context: AppContext,
  processor: PaymentProcessor,
  accountId: string,
): Promise<readonly string[] | undefined> {
  try {
    return await orPaymentFailed(request, context, () => processor.readNeeds(accountId));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

async function redirectToLink(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  makeLink: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await orPaymentFailed(request, context, makeLink), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.redirect(paths.paymentProblem, 303);
  }
}
