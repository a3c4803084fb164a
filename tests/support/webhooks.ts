import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import type { EventRecord } from "../../src/features/integrations/contract/events-api.ts";
import {
  type DeliveryListResponse,
  type WebhookEndpoint,
  type WebhookSecretResponse,
  type WebhookSettings,
  type WebhookTopic,
  webhookEndpoints,
} from "../../src/features/integrations/contract/webhooks.ts";
import { WebhookSender } from "../../src/features/integrations/server/webhooks/sender.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../src/platform/contract/define-endpoint.ts";
import { hours } from "../../src/platform/contract/durations.ts";
import type { CreateDatabase } from "./dialects.ts";
import { type SignedInStaff, signInStaff } from "./staff.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

const standardTopics: readonly WebhookTopic[] = [
  "submission",
  "application",
  "subscriber",
  "deletion",
];

export interface ReceivedMessage {
  readonly url: string;
  readonly headers: Readonly<
    Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>
  >;
  readonly body: string;
  readonly json: EventRecord;
}

/** A local server that receives webhooks, in place of a customer's. */
export interface WebhookReceiver {
  readonly origin: string;
  readonly messages: ReceivedMessage[];
  /** Sets the status of following responses; "silent" for no response. */
  respondWith(status: number | "silent", headers?: Readonly<Record<string, string>>): void;
  /** Called when a message has arrived, before the response, whose status it may return. */
  onMessage: (message: ReceivedMessage) => number | undefined;
}

/** @param onEnd registers the cleanup; the end of the test by default */
export async function startReceiver(
  onEnd: (end: () => void) => void = onTestFinished,
): Promise<WebhookReceiver> {
  let answer: { status: number | "silent"; headers: Readonly<Record<string, string>> } = {
    status: 200,
    headers: {},
  };
  const messages: ReceivedMessage[] = [];
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as unknown as ReceivedMessage["headers"];
    const message = { url: request.url ?? "", headers, body, json: JSON.parse(body) };
    messages.push(message);
    const status = receiver.onMessage(message) ?? answer.status;
    if (status === "silent") return;
    response.writeHead(status, answer.headers).end(status === 200 ? "ok" : "down");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: WebhookReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    respondWith: (status, headers = {}) => {
      answer = { status, headers };
    },
    onMessage: () => undefined,
  };
  return receiver;
}

export function isSignedWith(secret: string, { headers, body }: ReceivedMessage): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const expected = new Webhook(secret).sign(headers["webhook-id"], at, body);
  return headers["webhook-signature"].split(" ").includes(expected);
}

/** A server with an admin, and a webhook receiver. */
export interface WebhookSite extends TestApp {
  readonly admin: SignedInStaff;
  readonly receiver: WebhookReceiver;
  call(endpoint: AnyEndpoint, body?: object, id?: string): ReturnType<SignedInStaff["request"]>;
  add(settings?: Partial<WebhookSettings>): Promise<WebhookSecretResponse>;
  readEndpoint(id: string): Promise<WebhookEndpoint>;
  log(id: string, query?: string): Promise<DeliveryListResponse>;
  /** Sends due deliveries and waits for them. */
  deliver(): Promise<void>;
}

export async function openWebhookSite(createDatabase: CreateDatabase): Promise<WebhookSite> {
  const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" }, undefined, {
    testSettings: { allowLoopback: true },
  });
  const admin = await signInStaff(site, ["admin"], "Imani Bell");
  const receiver = await startReceiver();
  const sender = new WebhookSender(site.context, site.app.log, () => {});
  // Keeps the admin's session and second factor recent, however far a test moves the clock.
  const renew = () =>
    site.database.write((trx) =>
      trx
        .updateTable("staff_sessions")
        .set({
          expires_at: site.clock.now + hours(1),
          last_seen_at: site.clock.now,
          confirmed_at: site.clock.now,
        })
        .execute(),
    );
  const call: WebhookSite["call"] = async (endpoint, body, id = "") => {
    const { method, path } = readEndpoint(withId(endpoint, id));
    await renew();
    return admin.request(method, path, body);
  };
  return {
    ...site,
    admin,
    receiver,
    call,
    async add(settings) {
      const topics = standardTopics;
      const wanted = { url: `${receiver.origin}/in`, topics, includesContents: false, ...settings };
      const response = await call(webhookEndpoints.add, wanted);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },
    async readEndpoint(id) {
      const { endpoints } = (await call(webhookEndpoints.list)).json<{
        endpoints: WebhookEndpoint[];
      }>();
      const found = endpoints.find((one) => one.id === id);
      if (!found) throw new Error(`There is no endpoint ${id}.`);
      return found;
    },
    log: async (id, query = "") => {
      const { path } = readEndpoint(withId(webhookEndpoints.deliveries, id));
      await renew();
      return (await admin.request("GET", `${path}?${query}`)).json();
    },
    async deliver() {
      await sender.startDue();
      await sender.drain();
    },
  };
}
