import { randomUUIDv7 } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  findNewsletterFault,
  type NewsletterAttempt,
  newsletter,
} from "../../contract/forms/newsletter.ts";
import { paths } from "../../contract/paths.ts";
import { isStorableText } from "../../contract/rules.ts";
import { submissionPath } from "../../contract/submission.ts";
import type { AppContext } from "../context.ts";
import { ApiError } from "../http/api-error.ts";
import { isNativePost } from "../http/body.ts";
import { toApiError } from "../http/error-handler.ts";
import { requireOwnSite } from "../http/same-site.ts";
import { limitWindowMs, mostPerAddress } from "../submissions/spam.ts";
import { countSignups, subscribe, unsubscribe } from "./queries.ts";
import { readUnsubscribeLink } from "./unsubscribe-link.ts";

const { names } = newsletter;
const manyPerAddress = 5;
const longestUserAgent = 512;

/** Signup by our scripts, the native post that explains itself, and the personal way out. */
export function registerNewsletter(app: FastifyInstance, context: AppContext): void {
  app.post(submissionPath(newsletter.collection), async (request, reply) => {
    const { email } = await signUp(request, context);
    return reply.code(201).header("cache-control", "no-store").send({ email });
  });
  app.post(paths.newsletter, async (request, reply) => {
    if (!isNativePost(request)) throw new ApiError("unsupported-type");
    try {
      await signUp(request, context);
      return reply.redirect(paths.newsletter, 303);
    } catch (error) {
      const { statusCode, body } = toApiError(error as Error);
      return context.pages.sendWithState(reply, paths.newsletter, statusCode, {
        collection: newsletter.collection,
        values: { [names.email]: readAttempt(request.body).email },
        errors: body.fields ?? { [names.email]: newsletter.failure },
      });
    }
  });
  // Opening the link shows a page; only the post, by button or by a mail program (RFC 8058), unsubscribes.
  app.post(paths.unsubscribe, async (request, reply) => {
    const query = new URLSearchParams(request.url.split("?")[1]);
    const id = readUnsubscribeLink(context.secret, query);
    if (id === undefined) {
      return context.pages.sendWithState(reply, paths.unsubscribe, 400, {
        collection: newsletter.unsubscribe.state,
        failure: newsletter.unsubscribe.brokenLink,
      });
    }
    await context.database.write((trx) => unsubscribe(trx, id, context.now()));
    return reply.redirect(paths.unsubscribed, 303);
  });
}

function readAttempt(body: unknown): NewsletterAttempt {
  const sent = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof sent[name] === "string" ? sent[name] : "");
  const formTime = Number(sent[names.formTime] ?? Number.NaN);
  return {
    email: text(names.email),
    honeypot: text(names.honeypot),
    formTime: Number.isSafeInteger(formTime) && formTime >= 0 ? formTime : undefined,
    token: text(names.token),
  };
}

async function signUp(request: FastifyRequest, context: AppContext): Promise<{ email: string }> {
  requireOwnSite(request, context.config);
  requireKnownShape(request.body);
  const attempt = readAttempt(request.body);
  const fault = findNewsletterFault(attempt);
  if (fault) throw new ApiError("invalid", { fields: { [names.email]: fault } });
  const email = attempt.email.trim().toLowerCase();
  const now = context.now();
  const addressHash = context.senders.hashAddress(request);
  const id = randomUUIDv7();
  const data = {
    email,
    timestamp: new Date(now).toISOString(),
    source: newsletter.source,
    formTime: attempt.formTime,
    jsVerified: true,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, longestUserAgent),
  };
  await context.database.write(async (trx) => {
    const earlier = addressHash
      ? await countSignups(trx, addressHash, now - limitWindowMs, mostPerAddress)
      : 0;
    if (earlier >= mostPerAddress) {
      throw new ApiError("too-many", { retryAfter: limitWindowMs / 1000 });
    }
    await subscribe(trx, {
      id,
      email,
      data,
      createdAt: now,
      spamReason: earlier >= manyPerAddress ? "many-from-address" : null,
      addressHash: addressHash ?? null,
    });
  });
  return { email };
}

/** @throws ApiError "malformed" for anything but the named texts (the time may be a number) */
function requireKnownShape(body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("malformed", { message: "Send an object with the fields of the form." });
  }
  const known: readonly string[] = Object.values(names);
  for (const [name, value] of Object.entries(body)) {
    if (!known.includes(name)) {
      throw new ApiError("malformed", { message: `The form has no field "${name.slice(0, 60)}".` });
    }
    const isText = typeof value === "string" && isStorableText(value);
    if (!isText && !(name === names.formTime && typeof value === "number")) {
      throw new ApiError("malformed", { message: `The field "${name}" must be text.` });
    }
  }
}
