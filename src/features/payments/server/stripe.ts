import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { seconds } from "../../../platform/contract/durations.ts";
import { inSpan } from "../../../platform/server/tracing/spans.ts";
import { type FailureNote, type PaymentProcessor, ProcessorError } from "./port.ts";

const defaultUrl = "https://api.stripe.com";

/**
 * Timeouts in milliseconds, and retries. Their total stays below the 30 seconds that our own pages
 * wait for a response.
 */
const creating = { timeout: seconds(8), maxNetworkRetries: 1 };
const linking = { timeout: seconds(5), maxNetworkRetries: 1 };
const reading = { timeout: seconds(4), maxNetworkRetries: 0 };

interface StripeOptions {
  readonly secretKey: string;
  /** Alternative URL of the API, for tests. */
  readonly apiUrl?: string | undefined;
}

/** Stripe Connect with Express accounts. The package is imported on first use. */
export function stripeProcessor({ secretKey, apiUrl }: StripeOptions): PaymentProcessor {
  let client: Promise<Stripe> | undefined;
  const attributes = { "server.address": new URL(apiUrl ?? defaultUrl).hostname };
  const send = async <T>(name: string, request: (stripe: Stripe) => Promise<T>): Promise<T> => {
    client ??= connect(secretKey, apiUrl);
    try {
      const stripe = await client;
      return await inSpan({ name, kind: "client", attributes }, () => request(stripe));
    } catch (error) {
      throw error instanceof ProcessorError ? error : new ProcessorError(noteOf(error));
    }
  };
  return {
    name: "stripe",
    createAccount: (uid) =>
      send("create payment account", async (stripe) => {
        const account = await createOnce(stripe, uid);
        if (typeof account.id !== "string" || !account.id.startsWith("acct_"))
          throw invalidResponse();
        return { accountId: account.id, needs: needsOf(account) };
      }),
    createOnboardingLink: (account, { returnUrl, refreshUrl }) =>
      send("create onboarding link", async (stripe) => {
        const { url } = await stripe.accountLinks.create(
          { account, type: "account_onboarding", return_url: returnUrl, refresh_url: refreshUrl },
          linking,
        );
        // The browser is redirected to this URL.
        if (!isWebAddress(url, apiUrl)) throw invalidResponse();
        return url;
      }),
    readNeeds: (accountId) =>
      send("read payment account", async (stripe) =>
        needsOf(await stripe.accounts.retrieve(accountId, {}, reading)),
      ),
  };
}

async function connect(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiUrl ?? defaultUrl);
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    telemetry: false,
  });
}

/**
 * The idempotency key prevents a second account after two clicks, or a retry of a lost response.
 * For a day Stripe also replays a failure under the same key; then a new key is used.
 */
async function createOnce(stripe: Stripe, uid: string): Promise<Stripe.Account> {
  const create = (idempotencyKey: string) =>
    stripe.accounts.create(
      {
        type: "express",
        country: "US",
        business_type: "individual",
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        metadata: { uid },
      },
      { ...creating, idempotencyKey },
    );
  const key = `account-${uid}`;
  try {
    return await create(key);
  } catch (error) {
    if (!isRepeated(error)) throw error;
    return create(`${key}-${randomUUID()}`);
  }
}

function isRepeated(error: unknown): boolean {
  const { headers } = error as { headers?: Readonly<Record<string, string>> };
  return headers?.["idempotent-replayed"] === "true";
}

function needsOf({ requirements }: Pick<Stripe.Account, "requirements">): string[] {
  return readNeedCodes(requirements?.past_due, requirements?.currently_due);
}

/** The codes in untrusted lists, each once. */
export function readNeedCodes(...lists: readonly unknown[]): string[] {
  const codes = lists.flat().filter((code) => typeof code === "string");
  return [...new Set(codes)];
}

function isWebAddress(url: unknown, apiUrl: string | undefined): url is string {
  const protocol = typeof url === "string" ? URL.parse(url)?.protocol : undefined;
  return protocol === "https:" || (protocol === "http:" && apiUrl !== undefined);
}

function invalidResponse(): ProcessorError {
  return new ProcessorError({ type: "unusable answer" });
}

function noteOf(error: unknown): FailureNote {
  const { name, type, code, statusCode, requestId } = error as Partial<
    Error & { type: string; code: string; statusCode: number; requestId: string }
  >;
  return { type: type ?? name ?? "unknown", code, status: statusCode, requestId };
}
