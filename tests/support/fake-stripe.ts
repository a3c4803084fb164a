import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Failures that a test can cause. "once" ends after one request to the path. */
export type Failure =
  /** The connection breaks. */
  | "down"
  /** Never responds. */
  | "hangs"
  /** 500 once; a retry succeeds. */
  | "fails-once"
  /** 402, repeated for the same idempotency key, as Stripe does. */
  | "rejects-and-remembers"
  /** Always 400. */
  | "rejects"
  /** 200 with a body that is not JSON. */
  | "garbage"
  /** 200 with an object that lacks required fields. */
  | "empty"
  /** 200 with an account whose id is malformed. */
  | "odd-id"
  /** A link that is not a web URL. */
  | "bad-link";

interface StripeRequest {
  readonly line: string;
  readonly key: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** The part of Stripe that we use, on a separate origin. `errors` lists malformed requests. */
export interface FakeStripe {
  /** `http://127.0.0.1:<port>`: because of the port, cross-origin to the site under test. */
  readonly origin: string;
  readonly requests: StripeRequest[];
  readonly errors: string[];
  /** Outstanding requirements of each account, by account id. */
  readonly accounts: Map<string, string[]>;
  /** Failures by path, such as "/v1/accounts". */
  readonly failures: Map<string, Failure>;
  stop(): Promise<void>;
}

/** The key that the fake accepts, as `STRIPE_SECRET_KEY`. */
export const stripeKey = "sk_test_fake";
/** The secret with which the fake signs its events, as `STRIPE_WEBHOOK_SECRET`. */
export const webhookSecret = "whsec_fake";

const accountNeeds = ["external_account", "individual.dob.day", "individual.dob.month"];

interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Starts the fake; stops with the test. */
export async function fakeStripe(): Promise<FakeStripe> {
  const fake = await startFakeStripe();
  onTestFinished(() => fake.stop());
  return fake;
}

/** Starts the fake; the caller stops it. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const state = {
    requests: [] as StripeRequest[],
    errors: [] as string[],
    accounts: new Map<string, string[]>(),
    failures: new Map<string, Failure>(),
  };
  const responses = new Map<string, FakeResponse>();
  let origin = "";
  /** Return address of each onboarding page. */
  const onboarding = new Map<string, { account: string; returnUrl: string; refreshUrl: string }>();

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname.startsWith("/setup/")) return showOnboarding(url, response);
    const text = await readBody(request);
    const fields = Object.fromEntries(new URLSearchParams(text));
    const key = request.headers["idempotency-key"]?.toString();
    state.requests.push({ line: `${request.method} ${url.pathname}`, key, fields });
    checkHeaders(request);
    const failure = state.failures.get(url.pathname);
    if (failure === "hangs") return;
    if (failure === "down") {
      request.socket.destroy();
      return;
    }
    if (failure === "garbage") {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
      return;
    }
    const known = key === undefined ? undefined : responses.get(key);
    const fakeResponse = known ?? respondTo(url.pathname, fields, failure);
    const isRemembered = failure === undefined || failure === "rejects-and-remembers";
    if (key !== undefined && isRemembered) responses.set(key, fakeResponse);
    if (failure === "fails-once" || failure === "rejects-and-remembers") {
      state.failures.delete(url.pathname);
    }
    response
      .writeHead(fakeResponse.status, {
        "content-type": "application/json",
        "request-id": `req_${state.requests.length}`,
        ...(known && { "idempotent-replayed": "true" }),
      })
      .end(JSON.stringify(fakeResponse.body));
  }

  function checkHeaders({ headers, method }: IncomingMessage): void {
    if (headers.authorization !== `Bearer ${stripeKey}`) state.errors.push("wrong key");
    if (method !== "POST") return;
    const type = headers["content-type"] ?? "";
    if (!type.startsWith("application/x-www-form-urlencoded")) state.errors.push(`type ${type}`);
    if (!headers["idempotency-key"]) state.errors.push("post without Idempotency-Key");
  }

  function respondTo(
    path: string,
    fields: StripeRequest["fields"],
    failure?: Failure,
  ): FakeResponse {
    if (failure === "fails-once") return rejection(500, "api_error");
    if (failure === "rejects") return rejection(400, "invalid_request_error");
    if (failure === "rejects-and-remembers") return rejection(402, "card_error");
    if (failure === "empty") return { status: 200, body: {} };
    if (failure === "odd-id") return { status: 200, body: accountBody("person_1", []) };
    if (path === "/v1/accounts") return createAccount(fields);
    if (path === "/v1/account_links") return createLink(fields, failure === "bad-link");
    const id = path.replace("/v1/accounts/", "");
    const needs = state.accounts.get(id);
    return needs ? { status: 200, body: accountBody(id, needs) } : rejection(404, "not_found");
  }

  function createAccount(fields: StripeRequest["fields"]): FakeResponse {
    if (fields.type !== "express") state.errors.push(`account of type ${fields.type}`);
    if (!fields["metadata[uid]"]) state.errors.push("account without our uid");
    const id = `acct_${state.accounts.size + 1}`;
    state.accounts.set(id, accountNeeds);
    return { status: 200, body: accountBody(id, accountNeeds) };
  }

  function createLink(fields: StripeRequest["fields"], isBad: boolean): FakeResponse {
    const { account = "", return_url: returnUrl = "", refresh_url: refreshUrl = "" } = fields;
    if (!state.accounts.has(account)) return rejection(400, "invalid_request_error");
    if (fields.type !== "account_onboarding") state.errors.push(`link of type ${fields.type}`);
    const id = String(onboarding.size + 1);
    onboarding.set(id, { account, returnUrl, refreshUrl });
    const url = isBad ? "javascript:alert(1)" : `${origin}/setup/${id}`;
    return { status: 200, body: { object: "account_link", url } };
  }

  /** The onboarding page, with links to finish, to leave early, and to an expired link. */
  function showOnboarding(url: URL, response: ServerResponse): void {
    const link = onboarding.get(url.pathname.split("/")[2] ?? "");
    if (!link) {
      response.writeHead(404).end();
    } else if (url.searchParams.has("finish")) {
      state.accounts.set(link.account, []);
      response.writeHead(303, { location: link.returnUrl }).end();
    } else {
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang="en"><title>Fake Stripe</title><link rel="icon" href="data:,"><h1>Fake Stripe</h1><a href="?finish">Finish</a> <a href="${link.returnUrl}">Save for later</a> <a href="${link.refreshUrl}">Too old</a>`,
        );
    }
  }

  return {
    ...state,
    get origin() {
      return origin;
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

function accountBody(id: string, needs: readonly string[]): object {
  return {
    id,
    object: "account",
    requirements: { past_due: needs.slice(0, 1), currently_due: needs },
  };
}

function rejection(status: number, type: string): FakeResponse {
  return { status, body: { error: { type, message: `Not with ${stripeKey}` } } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** An event as Stripe posts it: the body, and the headers with its signature. */
export function signedEvent(
  event: {
    readonly id: string;
    readonly account: string;
    readonly needs: readonly string[];
    /** Seconds since 1970. */
    readonly created: number;
    readonly type?: string;
  },
  { signedAt = event.created, secret = webhookSecret } = {},
) {
  const payload = JSON.stringify({
    id: event.id,
    object: "event",
    type: event.type ?? "account.updated",
    created: event.created,
    data: { object: accountBody(event.account, event.needs) },
  });
  return signedBody(payload, signedAt, secret);
}

/** Any body, with the signature headers. @param signedAt seconds since 1970 */
export function signedBody(payload: string, signedAt: number, secret = webhookSecret) {
  const signature = createHmac("sha256", secret).update(`${signedAt}.${payload}`).digest("hex");
  return {
    payload,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": `t=${signedAt},v1=${signature}`,
    },
  };
}
