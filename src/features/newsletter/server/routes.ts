import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { days } from "../../../platform/contract/durations.ts";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { recentSpan } from "../../../platform/server/clock.ts";
import { parse } from "../../../platform/server/http/read-input.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { registerEndpoint } from "../../../platform/server/http/register-endpoint.ts";
import { userAgentOf } from "../../../platform/server/http/user-agent.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { noteRejection, registerNativePost } from "../../../platform/server/pages/native-post.ts";
import type { SpamReason } from "../../messages/contract/spam-reasons.ts";
import { limitWindowMs, maxPerAddress } from "../../messages/server/forms/spam.ts";
import { queueStaffNotice } from "../../staff/server/staff-notices.ts";
import { findNewsletterError, type NewsletterAttempt, newsletter } from "../contract/newsletter.ts";
import { confirmationDays } from "../contract/newsletter-desk.ts";
import { newsletterTextSince } from "../contract/newsletter-text.ts";
import { signUpBody, signUpEndpoint } from "../contract/sign-up.ts";
import { confirmByPost, confirmStateAfter, confirmTokenOf } from "./confirm-page.ts";
import { registerNewsletterJobs } from "./jobs.ts";
import { countSignups, subscribe } from "./queries.ts";
import { readUnsubscribeLink } from "./unsubscribe-link.ts";

const { names } = newsletter;
const manyPerAddress = 5;
/** Field that an email program's unsubscribe button sends (RFC 8058). */
const oneClick = "List-Unsubscribe";

/** Signup by our scripts, by native post, and unsubscribing with a personal link. */
export function registerNewsletter(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, signUpEndpoint, context, async ({ request, reply, body }) => {
    const { email } = await signUp(request, toAttempt(body), context);
    reply.code(201);
    return { email };
  });
  registerNativePost(app, paths.newsletter, context, {
    async run(request) {
      const token = confirmTokenOf(request);
      if (token !== undefined) return confirmByPost(token, context);
      await signUp(request, toAttempt(parse(signUpBody, request.body)), context);
      return { goTo: paths.newsletter };
    },
    stateAfter({ body: { fields, retryAfter } }, request) {
      if (confirmTokenOf(request) !== undefined) return confirmStateAfter(saveFailed);
      return {
        collection: newsletter.collection,
        values: { [names.email]: emailIn(request.body) },
        errors: fields ?? { [names.email]: failureWithWait(newsletter.failure, retryAfter) },
      };
    },
  });
  app.register(async (scope) => registerUnsubscribe(scope, context));
  registerNewsletterJobs(app, context);
}

/**
 * Opening the link shows a page; only the post, by its button or by an email program, unsubscribes.
 * Email programs may send multipart and follow no redirect (RFC 8058, 3.1, 3.2).
 */
function registerUnsubscribe(app: FastifyInstance, context: AppContext): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "string" }, (_request, body, done) => {
    done(null, body.includes(oneClick) ? { [oneClick]: "One-Click" } : {});
  });
  app.post(paths.unsubscribe, async (request, reply) => {
    const query = queryOf(request);
    const id = readUnsubscribeLink(context.secret, query);
    const reject = (status: number, failure: string) =>
      context.pages.sendWithState(reply, paths.unsubscribe, status, {
        collection: newsletter.unsubscribe.state,
        failure,
      });
    if (id === undefined) return reject(400, newsletter.unsubscribe.brokenLink);
    try {
      const { unsubscribe } = await import("./change-subscription.ts");
      await context.database.write((trx) => unsubscribe(trx, { id }, "link", context.now()));
    } catch (error) {
      const rejection = noteRejection(error as Error, request, reply);
      return reject(rejection.statusCode, saveFailed);
    }
    const sent = request.body as Readonly<Record<string, string>> | null | undefined;
    if (sent?.[oneClick]) return reply.header("cache-control", "no-store").send({ ok: true });
    return reply.redirect(paths.unsubscribed, 303);
  });
}

function toAttempt(sent: z.output<typeof signUpBody>): NewsletterAttempt {
  const formTime = Number(sent[names.formTime] ?? Number.NaN);
  return {
    email: sent[names.email],
    honeypot: sent[names.honeypot],
    formTime: Number.isSafeInteger(formTime) && formTime >= 0 ? formTime : undefined,
    token: sent[names.token],
  };
}

/** The typed address of a post that was rejected. */
function emailIn(body: unknown): string {
  const email = (body as Readonly<Record<string, unknown>> | null | undefined)?.[names.email];
  return typeof email === "string" ? email : "";
}

const sitePaths: ReadonlySet<string> = new Set(Object.values(paths));

/**
 * Path of the page that sent a request, from Referer. Without its query, which may hold a token; ""
 * if it is not known. `publicUrl` is compared too, since a proxy may have changed Host.
 */
function pageOf({ headers: { referer, host } }: FastifyRequest, publicUrl: string | undefined) {
  const url = referer === undefined ? null : URL.parse(referer);
  const isOwn = url !== null && (url.host === host || url.origin === publicUrl);
  return isOwn && sitePaths.has(url.pathname) ? url.pathname : "";
}

async function signUp(
  request: FastifyRequest,
  attempt: NewsletterAttempt,
  context: AppContext,
): Promise<{ email: string }> {
  const error = findNewsletterError(attempt);
  if (error) throw new ApiError("invalid", { fields: { [names.email]: error } });
  const email = emailKey(attempt.email);
  const now = context.now();
  const addressHash = context.clientKeys.hashAddress(request);
  const id = orderedId();
  const data = {
    email,
    timestamp: new Date(now).toISOString(),
    source: newsletter.source,
    formTime: attempt.formTime,
    jsVerified: true,
    userAgent: userAgentOf(request),
  };
  await context.database.write(async (trx) => {
    const earlier = addressHash
      ? await countSignups(trx, addressHash, recentSpan(now, limitWindowMs), maxPerAddress)
      : 0;
    if (earlier >= maxPerAddress) {
      throw new ApiError("too-many", { retryAfter: limitWindowMs / 1000 });
    }
    const isSpam = earlier >= manyPerAddress;
    await subscribe(trx, {
      id,
      email,
      data,
      createdAt: now,
      spamReason: isSpam ? ("many-from-address" satisfies SpamReason) : null,
      addressHash: addressHash ?? null,
      page: pageOf(request, context.config.publicUrl),
      wording: newsletterTextSince,
      pendingUntil: context.config.newsletterDoubleOptIn ? now + days(confirmationDays) : null,
    });
    const { collection } = newsletter;
    await queueStaffNotice(trx, context, { collection, page: deskPaths.newsletter, isSpam, now });
  });
  return { email };
}
