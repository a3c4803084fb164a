import type { FastifyBaseLogger } from "fastify";
import { days, seconds } from "../../contract/durations.ts";
import { facts } from "../../contract/facts.ts";
import type { Config } from "../config/config.ts";
import { errorCodeOf } from "../http/errors/outages.ts";
import type { Counters } from "../http/metrics.ts";
import type { Job } from "../jobs/jobs.ts";
import { backOffMs } from "../jobs/queue.ts";
import { type QueueContext, QueueWorker } from "../jobs/queue-worker.ts";
import { onEmailQueued } from "./outbox.ts";
import {
  deleteOldEmails,
  emailQueue,
  isOutage,
  type PendingEmail,
  retryAfterOutage,
  settleEmail,
} from "./queries.ts";
import { type EmailTransport, isRejection, maxConcurrent, openTransport } from "./transport.ts";

/** Polling interval of the outbox, in milliseconds: other nodes and `ops` queue emails too. */
const pollMs = seconds(5);
/** Polling interval after this node queued an email, whose commit follows shortly. */
const eagerPollMs = 100;
const eagerForMs = seconds(2);
/** Age at which an unsent email is abandoned, in milliseconds. */
const giveUpAfterMs = days(1);

export interface EmailWorkerContext extends QueueContext {
  readonly config: Config;
  readonly counters: Counters;
}

/** Sends the emails in the outbox until it is stopped. Several nodes may run concurrently. */
export class EmailWorker {
  readonly #context: EmailWorkerContext;
  readonly #log: FastifyBaseLogger;
  readonly #queue: QueueWorker<"mail_outbox">;
  readonly #cleanup: Job;
  readonly #stopListening: () => void;
  #transport: Promise<EmailTransport> | undefined;
  #eagerUntil = 0;
  /** Whether the mail server was down at the last attempt; a start may follow an outage. */
  #wasDown = true;

  constructor(context: EmailWorkerContext, log: FastifyBaseLogger) {
    this.#context = context;
    this.#log = log;
    const { publicUrl, smtpUrl } = context.config;
    if (publicUrl?.startsWith("https:") && smtpUrl === undefined) {
      log.warn("SMTP_URL is not set: emails are not sent but written to DATA_DIR/outbox");
    }
    this.#queue = new QueueWorker(
      {
        name: "emails",
        needsTrueClock: false,
        everyMs: () => (this.#eagerUntil > performance.now() ? eagerPollMs : pollMs),
        firstAfterMs: eagerPollMs,
        queue: emailQueue,
        maxConcurrent,
        perform: (email) => this.#send(email),
      },
      context,
      log,
    );
    this.#queue.start();
    this.#cleanup = context.jobs.start(
      {
        name: "email-cleanup",
        needsTrueClock: true,
        everyMs: days(1),
        firstAfterMs: eagerPollMs,
        run: () => deleteOldEmails(context.database, context.now() - days(facts.keep.emailDays)),
      },
      log,
    );
    this.#stopListening = onEmailQueued(() => {
      this.#eagerUntil = performance.now() + eagerForMs;
      this.#queue.wake(eagerPollMs);
    });
  }

  get sending(): number {
    return this.#queue.inProgress;
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await Promise.all([this.#queue.stop(), this.#cleanup.stop()]);
    (await this.#transport?.catch(() => undefined))?.close();
  }

  async #send(email: PendingEmail): Promise<boolean> {
    const { config, database, now } = this.#context;
    const { id, kind, attempts } = email;
    const about = { mail: id, kind, attempts };
    try {
      this.#transport ??= openTransport(config);
      await (await this.#transport).deliver(email);
    } catch (error) {
      await this.#settleFailure(email, error);
      return false;
    }
    await settleEmail(database, email, { sentAt: now() });
    if (this.#wasDown) {
      this.#wasDown = false;
      // After hours of outage the others would wait for hours more.
      await retryAfterOutage(database, now());
    }
    this.#log.info(about, config.smtpUrl ? "email sent" : "email written to the outbox folder");
    return true;
  }

  /** The error's message may contain the address, so only its codes are logged. */
  async #settleFailure(email: PendingEmail, error: unknown): Promise<void> {
    const { database, now, counters, jobs } = this.#context;
    const { id, kind, attempts, created_at } = email;
    const about = { mail: id, kind, attempts, code: errorCodeOf(error), reply: replyOf(error) };
    const isTrusted = await jobs.isClockTrusted();
    const giveUpAt = isTrusted ? created_at + giveUpAfterMs : Number.POSITIVE_INFINITY;
    const failure = failureCode(error);
    if (isRejection(error) || now() >= giveUpAt) {
      await settleEmail(database, email, { failedAt: now(), failure });
      counters.add("emails_given_up_total");
      this.#log.error(about, "email abandoned after the last retry");
      return;
    }
    if (isOutage(failure)) this.#wasDown = true;
    const nextTryAt = Math.min(now() + backOffMs(attempts), giveUpAt);
    await settleEmail(database, email, { nextTryAt, failure });
    this.#log.warn(about, "email delivery failed, will retry");
  }
}

/**
 * The most specific code of a failure: the enhanced status code of the mail server (RFC 3463), else
 * its reply code, else the code of the connection's error.
 */
function failureCode(error: unknown): string {
  const text = error instanceof Error && "response" in error ? String(error.response) : "";
  const enhanced = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  return enhanced ?? String(replyOf(error) ?? errorCodeOf(error) ?? "unknown");
}

/** The reply code of the mail server (RFC 5321). */
function replyOf(error: unknown): unknown {
  return error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
}
