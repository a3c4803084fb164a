import { AsyncResource } from "node:async_hooks";
import type { FastifyBaseLogger } from "fastify";
import { facts } from "../../../contract/facts.ts";
import { StepBackDetector } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { DatabaseClient } from "../db/client.ts";
import { errorCodeOf } from "../http/errors/outages.ts";
import { onEmailQueued } from "./outbox.ts";
import {
  claimEmails,
  deleteOldEmails,
  type PendingEmail,
  pullBackMails,
  settleEmail,
} from "./queries.ts";
import {
  deliveryLimitMs,
  type EmailTransport,
  isRejection,
  maxConcurrent,
  openTransport,
} from "./transport.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How often the outbox is looked at when nothing is known to wait: `ops` queues mails too. */
const pollMs = 5000;
/** After a mail was queued: its commit is near, but not always there yet. */
const eagerPollMs = 100;
const eagerForMs = 2000;
const leaseMs = deliveryLimitMs + minute;
const firstWaitMs = minute;
const maxWaitMs = 6 * hour;
/** A mail that nobody took for so long is given up. */
const giveUpAfterMs = day;

/** What sending emails needs of a server. */
export interface EmailWorkerContext {
  readonly config: Config;
  readonly database: DatabaseClient;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Sends what waits in the outbox, until it is stopped. Several nodes may do so at once. */
export class EmailWorker {
  readonly #context: EmailWorkerContext;
  readonly #log: FastifyBaseLogger;
  readonly #inHand = new Set<Promise<void>>();
  readonly #stopListening: () => void;
  #transport: Promise<EmailTransport> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #eagerUntil = 0;
  #looking: Promise<void> | undefined;
  #forgotAt = 0;
  readonly #clock = new StepBackDetector();
  #stopped = false;

  /** Starts at once. */
  constructor(context: EmailWorkerContext, log: FastifyBaseLogger) {
    this.#context = context;
    this.#log = log;
    // Bound to here: a timer set from inside a database job would count as part of it.
    this.#stopListening = onEmailQueued(AsyncResource.bind(() => this.#expectMail()));
    this.#lookIn(eagerPollMs);
  }

  /** Emails that are being sent. */
  get sending(): number {
    return this.#inHand.size;
  }

  /** Takes no more mails and finishes those in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#inHand);
    (await this.#transport?.catch(() => undefined))?.close();
  }

  #expectMail(): void {
    const wasEager = this.#eagerUntil > performance.now();
    this.#eagerUntil = performance.now() + eagerForMs;
    if (!wasEager) this.#lookIn(eagerPollMs);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#startLooking(), ms).unref();
  }

  #startLooking(): void {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#log.warn({ code: errorCodeOf(error) }, "the mail outbox could not be read");
      })
      .finally(() => {
        this.#looking = undefined;
        this.#lookIn(this.#eagerUntil > performance.now() ? eagerPollMs : pollMs);
      });
  }

  async #look(): Promise<void> {
    const { database, now } = this.#context;
    // A mail in hand keeps its lease, or it would go out twice.
    if (this.#inHand.size === 0) {
      const limits = { maxWaitMs, leaseMs };
      await this.#clock.repairIfSetBack(now(), () => pullBackMails(database, now(), limits));
    }
    if (Math.abs(now() - this.#forgotAt) > day) {
      this.#forgotAt = now();
      await deleteOldEmails(database, now() - facts.keep.mailDays * day);
    }
    const max = maxConcurrent - this.#inHand.size;
    if (max === 0) return;
    const mails = await claimEmails(database, max, now(), now() + leaseMs);
    for (const mail of mails) {
      const sending = this.#send(mail).finally(() => {
        this.#inHand.delete(sending);
        // More may wait than could be taken.
        this.#lookIn(0);
      });
      this.#inHand.add(sending);
    }
  }

  async #send(mail: PendingEmail): Promise<void> {
    const { config, database, now } = this.#context;
    const { id, kind, attempts } = mail;
    const about = { mail: id, kind, attempts };
    try {
      try {
        this.#transport ??= openTransport(config);
        await (await this.#transport).deliver(mail);
      } catch (error) {
        await this.#settleFailure(mail, error);
        return;
      }
      await settleEmail(database, mail, { sentAt: now() });
      this.#log.info(about, config.smtpUrl ? "mail sent" : "mail written to the outbox folder");
    } catch (error) {
      // The lease ends, and the mail goes out again under the same id.
      this.#log.error({ ...about, code: errorCodeOf(error) }, "a mail's state could not be saved");
    }
  }

  /** The error's own words may hold the address: only its codes are logged. */
  async #settleFailure(mail: PendingEmail, error: unknown): Promise<void> {
    const { database, now } = this.#context;
    const { id: mailId, kind, attempts } = mail;
    const about = { mail: mailId, kind, attempts, code: errorCodeOf(error), reply: replyOf(error) };
    const waitedMs = now() - mail.created_at;
    if (isRejection(error) || waitedMs >= giveUpAfterMs) {
      await settleEmail(database, mail, { failedAt: now() });
      this.#log.error(about, "a mail was given up");
      return;
    }
    const wait = Math.min(firstWaitMs * 2 ** (attempts - 1), maxWaitMs);
    const nextTryAt = Math.min(now() + wait, mail.created_at + giveUpAfterMs);
    await settleEmail(database, mail, { nextTryAt });
    this.#log.warn(about, "a mail has to wait");
  }
}

/** What the mail server answered: a number (RFC 5321). */
function replyOf(error: unknown): unknown {
  return error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
}
