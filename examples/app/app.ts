/**
 * A small app: its users log in with their account of the site, it delivers requests, shows answers of
 * staff, and misses no event, however long it was down. `docs/api.md` walks through it.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import http from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import * as oidc from "openid-client";
import { Webhook } from "standardwebhooks";
import { createClient } from "../../clients/typescript/index.js";
import type { paths } from "../../clients/typescript/schema.d.ts";

type Request = paths["/api/v1/requests/{id}"]["put"]["requestBody"]["content"]["application/json"];
type EventList =
  paths["/api/v1/events"]["get"]["responses"][200]["content"]["application/json"]["events"];
type Event = Pick<EventList[number], "type" | "object" | "sequence">;

interface Settings {
  /** Of the site. */
  readonly origin: string;
  /** With requests:write, cases:write and events:read. */
  readonly token: string;
  readonly clientId: string;
  /** Of the webhook that sends to `/events` here. */
  readonly webhookSecret: string;
  /** Of this app, as its users and the site reach it. */
  readonly ownOrigin: string;
  readonly port: number;
  /** A JSON file. */
  readonly file: string;
}

/** What the app keeps, in a file in place of a database. */
interface Stored {
  /** Of the last event that was read. */
  position?: number;
  /** The last sequence that was handled, by object: the same event may arrive several times. */
  sequences: Record<string, number>;
  /** Requests that the site does not have yet, by external id. */
  outbox: Record<string, Request>;
  /** Status of requests, by external id. */
  requests: Record<string, string>;
  /** Whose a conversation is, and its messages, by reference. */
  cases: Record<string, { uid: string; messages: readonly { from: string; text: string }[] }>;
}

interface User {
  readonly uid: string;
  readonly name: string;
}

const retryMs = 1000;
const catchUpMs = 60_000;

export async function startApp(settings: Settings) {
  const { origin, token, clientId, webhookSecret, ownOrigin, port, file } = settings;
  const client = createClient({ origin, token });
  const webhook = new Webhook(webhookSecret);
  const stored: Stored = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { sequences: {}, outbox: {}, requests: {}, cases: {} };
  const stopping = new AbortController();
  const sessions = new Map<string, User>();
  const logins = new Map<string, { readonly verifier: string; readonly nonce: string }>();

  /** In one step, so that a crash leaves the file before or after it. */
  function save(): void {
    writeFileSync(`${file}.new`, JSON.stringify(stored));
    renameSync(`${file}.new`, file);
  }

  // Logging in

  const provider = discoverLater();

  /** Tries until the site is up. */
  async function discoverLater(): Promise<oidc.Configuration> {
    for (;;) {
      const options = origin.startsWith("http:") ? { execute: [oidc.allowInsecureRequests] } : {};
      const issuer = new URL(`${origin}/oauth`);
      const found = oidc.discovery(issuer, clientId, undefined, oidc.None(), options);
      const config = await found.catch(() => undefined);
      if (config) return config;
      await wait(retryMs, undefined, { signal: stopping.signal });
    }
  }

  async function logIn(): Promise<string> {
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const verifier = oidc.randomPKCECodeVerifier();
    logins.set(state, { verifier, nonce });
    return oidc.buildAuthorizationUrl(await provider, {
      redirect_uri: `${ownOrigin}/callback`,
      scope: "openid profile",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }).href;
  }

  /** @returns the id of the new session. @throws Error if the answer is not one to `logIn` */
  async function finishLogin(answer: URL): Promise<string> {
    const expectedState = answer.searchParams.get("state") ?? "";
    const login = logins.get(expectedState);
    logins.delete(expectedState);
    if (!login) throw new Error("This log-in was not begun here.");
    const tokens = await oidc.authorizationCodeGrant(await provider, answer, {
      pkceCodeVerifier: login.verifier,
      expectedState,
      expectedNonce: login.nonce,
    });
    const { sub: uid = "" } = tokens.claims() ?? {};
    const { given_name: name = "" } = await oidc.fetchUserInfo(
      await provider,
      tokens.access_token,
      uid,
    );
    const session = randomUUID();
    sessions.set(session, { uid, name });
    return session;
  }

  // Delivering requests

  /** Keeps the request until the site has it, also over a restart. */
  function deliver(id: string, request: Request): void {
    stored.outbox[id] = request;
    save();
    // If the site is down, `work` sends it later.
    sendOutbox().catch(() => undefined);
  }

  async function sendOutbox(): Promise<void> {
    for (const [id, body] of Object.entries(stored.outbox)) {
      const { response, data, error } = await client.PUT("/api/v1/requests/{id}", {
        params: { path: { id } },
        body,
      });
      // The site is busy or down: later. PUT may be sent twice.
      if (response.status === 429 || response.status >= 500) return;
      if (error) console.error(`${id} was rejected: ${error.code}, ${error.detail}`);
      stored.requests[id] = data?.status ?? `rejected: ${error?.code}`;
      // Unless the user has changed it in the meantime.
      if (stored.outbox[id] === body) delete stored.outbox[id];
      save();
    }
  }

  // Support

  async function askSupport(uid: string, message: string): Promise<string> {
    const { data, error } = await client.POST("/api/v1/cases", {
      params: { header: { "Idempotency-Key": randomUUID() } },
      body: { customer: { uid }, supportId: "EXAMPLE1", text: message },
    });
    if (!data) throw new Error(error.detail);
    stored.cases[data.reference] = { uid, messages: [] };
    save();
    await readCase(data.reference);
    return data.reference;
  }

  async function answerSupport(reference: string, message: string): Promise<void> {
    const { uid } = stored.cases[reference] ?? { uid: "none" };
    const { error } = await client.POST("/api/v1/cases/{id}/messages", {
      params: { path: { id: reference }, query: { customer: uid } },
      body: { text: message },
    });
    if (error) throw new Error(error.detail);
    await readCase(reference);
  }

  async function readCase(reference: string): Promise<void> {
    const known = stored.cases[reference];
    if (!known) return;
    const { data, error } = await client.GET("/api/v1/cases/{id}", {
      params: { path: { id: reference }, query: { customer: known.uid } },
    });
    if (!data) throw new Error(error.detail);
    stored.cases[reference] = { ...known, messages: data.messages };
    save();
  }

  // Events

  /** Handles an event once. What changed is read again, so that a late event does no harm. */
  async function handle({ type, object, sequence }: Event): Promise<void> {
    const name = `${object.kind}/${object.id}`;
    if ((stored.sequences[name] ?? 0) >= sequence) return;
    if (type.startsWith("request.") && object.externalId !== null) {
      const id = object.externalId;
      const { data } = await client.GET("/api/v1/requests/{id}", { params: { path: { id } } });
      if (data) stored.requests[id] = data.status;
      else delete stored.requests[id];
    }
    if (type === "case.replied") await readCase(object.id);
    if (type === "account.deleted") forget(object.id);
    stored.sequences[name] = sequence;
    save();
  }

  function forget(uid: string): void {
    for (const [reference, known] of Object.entries(stored.cases)) {
      if (known.uid === uid) delete stored.cases[reference];
    }
    for (const [id, user] of sessions) if (user.uid === uid) sessions.delete(id);
  }

  /** Reads every event since the last one, such as after an hour without power. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const after = stored.position === undefined ? {} : { after: String(stored.position) };
      const { data, error } = await client.GET("/api/v1/events", { params: { query: after } });
      if (error?.code === "events-expired") {
        // More than 30 days: some are lost, so begin with the oldest.
        delete stored.position;
        continue;
      }
      if (!data) throw new Error(error?.detail);
      for (const event of data.events) await handle(event);
      stored.position = data.next;
      save();
      if (data.events.length === 0) return;
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isDone = await Promise.all([catchUp(), sendOutbox()]).then(
        () => true,
        // The site is down.
        () => false,
      );
      const ms = isDone ? catchUpMs : retryMs;
      await wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  // The app's own pages

  const server = http.createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end("Something went wrong. Please try again.");
    });
  });

  async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? "/", ownOrigin);
    const session = /session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const user = sessions.get(session);
    const goTo = (location: string, headers = {}) =>
      response.writeHead(303, { location, ...headers }).end();
    if (url.pathname === "/events" && request.method === "POST") {
      const body = await text(request);
      try {
        webhook.verify(body, request.headers as Record<string, string>);
      } catch {
        return response.writeHead(401).end();
      }
      await handle(JSON.parse(body));
      return response.writeHead(204).end();
    }
    if (url.pathname === "/callback") {
      const cookie = `session=${await finishLogin(url)}; HttpOnly; SameSite=Lax; Path=/`;
      return goTo("/", { "set-cookie": cookie });
    }
    if (!user) return goTo(await logIn());
    const mine = Object.entries(stored.cases).filter(([, { uid }]) => uid === user.uid);
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ user, requests: stored.requests, cases: Object.fromEntries(mine) }));
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const working = work();
  return {
    deliver,
    askSupport,
    answerSupport,
    async stop(): Promise<void> {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await working;
    },
  };
}

if (import.meta.main) {
  const { ORIGIN = "", TOKEN = "", CLIENT_ID = "", PORT = "4800" } = process.env;
  const { WEBHOOK_SECRET = btoa(randomUUID()), DATA_DIR = "." } = process.env;
  const access = { origin: ORIGIN, token: TOKEN, clientId: CLIENT_ID };
  const file = `${DATA_DIR}/example-app.json`;
  const own = { ownOrigin: `http://127.0.0.1:${PORT}`, port: Number(PORT), file };
  await startApp({ ...access, ...own, webhookSecret: WEBHOOK_SECRET });
}
