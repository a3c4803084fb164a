import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Transaction } from "kysely";
import { Webhook } from "standardwebhooks";
import type { NamedScope } from "../../src/features/integrations/contract/api-tokens.ts";
import type { NewEvent } from "../../src/features/integrations/server/webhooks/emit-events.ts";
import {
  messageIdOf,
  writeBody,
} from "../../src/features/integrations/server/webhooks/message-body.ts";
import {
  applicationEvent,
  caseCreated,
  subscriberEvent,
} from "../../src/features/integrations/server/webhooks/record-events.ts";
import { days, hours, minutes } from "../../src/platform/contract/durations.ts";
import { hashToken, makeToken } from "../../src/platform/server/credentials/tokens.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { orderedIdAt } from "./ids.ts";

/** Paths of the demo's receiver: one works, one is down. */
const receiverPaths = { works: "/hooks", down: "/in" } as const;
/** Placeholder for the receiver's origin until its port is known. */
const anyPort = "http://127.0.0.1:1";
const logSpan = days(6);

interface Happened {
  readonly event: NewEvent;
  readonly at: number;
}

/** Starts a local receiver for the demo's webhooks, which runs as long as the process. */
export async function startDemoReceiver(): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume();
    const isUp = request.url === receiverPaths.works;
    response.writeHead(isUp ? 200 : 503).end(isUp ? "ok" : "down");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Points the demo's webhooks to its receiver, whose port changes with each start. */
export async function pointDemoWebhooks(
  { write }: DatabaseClient,
  receiver: string,
): Promise<void> {
  await write(async (trx) => {
    for (const path of Object.values(receiverPaths)) {
      await trx
        .updateTable("webhook_endpoints")
        .set({ url: receiver + path })
        .where("url", "like", `http://127.0.0.1:%${path}`)
        .execute();
    }
  });
}

/**
 * Adds webhooks in each state, with a delivery log of recent days, and API tokens.
 * @param origin of the site, without a trailing slash
 */
export async function addDemoIntegrations(
  { write }: DatabaseClient,
  admin: string,
  origin: string,
  now: number,
): Promise<void> {
  await write(async (trx) => {
    const happened = await listHappened(trx, now - logSpan);
    const works = await addEndpoint(trx, anyPort + receiverPaths.works, now - days(60), {
      topics: JSON.stringify(["submission", "application", "subscriber", "deletion"]),
      secret_at: now - days(18),
    });
    const downSince = now - days(2);
    const down = await addEndpoint(trx, anyPort + receiverPaths.down, now - days(30), {
      topics: JSON.stringify(["application"]),
      failing_since: downSince,
    });
    await addEndpoint(trx, "https://reports.example.com/hooks", now - days(45), {
      topics: JSON.stringify(["subscriber", "deletion"]),
      off_at: now - days(4),
      off_reason: "failing",
    });
    for (const [index, one] of happened.entries()) {
      await addDelivery(trx, works, one, origin, resultOf(index, one.at, now));
      if (!one.event.event.startsWith("application.")) continue;
      const isDown = one.at > downSince;
      const waits = { state: "waiting", problem: "answer", http_status: 503, answer: "down" };
      await addDelivery(trx, down, one, origin, {
        ...(isDown && { ...waits, attempts: 9, next_try_at: now + hours(3) }),
      });
    }
    await addTokens(trx, admin, now);
  });
}

/** Result of a delivery; nearly all succeeded. */
function resultOf(index: number, at: number, now: number): Partial<Result> {
  if (index === 3) {
    const waits = { state: "waiting", problem: "answer", http_status: 503, answer: "busy" };
    return { ...waits, attempts: 3, next_try_at: now + hours(2) };
  }
  if (now - at < days(4) || index % 7 !== 0) return { took_ms: 150 + ((index * 37) % 90) };
  return { state: "failed", problem: "timeout", http_status: null, answer: null, attempts: 14 };
}

/** Events since a time, newest first. */
async function listHappened(trx: Transaction<Database>, since: number): Promise<Happened[]> {
  const cases = await trx
    .selectFrom("cases")
    .select(["id", "reference", "form", "status", "created_at as createdAt"])
    .where("created_at", ">", since)
    .where("scope", "!=", "spam")
    .execute();
  const applications = await trx
    .selectFrom("applications")
    .select(["id", "reference", "track", "status", "submitted_at as submittedAt"])
    .where("submitted_at", ">", since)
    .execute();
  const readers = await trx
    .selectFrom("newsletter_addresses")
    .select(["id", "state", "changed_at as at"])
    .where("changed_at", ">", since)
    .where("state", "=", "reader")
    .execute();
  return [
    ...cases.flatMap((one) => {
      const facts = { ...one, status: "new", isSpam: false, createdAt: Number(one.createdAt) };
      return caseCreated(facts)
        .slice(0, 1)
        .map((event) => ({ event, at: facts.createdAt }));
    }),
    ...applications.map((one) => {
      const submittedAt = Number(one.submittedAt);
      const facts = { ...one, status: "new", submittedAt };
      return { event: applicationEvent("application.created", facts), at: submittedAt };
    }),
    ...readers.map(({ id, state, at }) => ({
      event: subscriberEvent("subscriber.created", id, state),
      at: Number(at),
    })),
  ].sort((one, other) => other.at - one.at);
}

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

async function addEndpoint(
  trx: Transaction<Database>,
  url: string,
  createdAt: number,
  rest: {
    readonly topics: string;
    readonly secret_at?: number;
    readonly failing_since?: number;
    readonly off_at?: number;
    readonly off_reason?: string;
  },
): Promise<Endpoint> {
  const made = {
    id: orderedIdAt(createdAt),
    secret: `whsec_${randomBytes(32).toString("base64")}`,
  };
  await trx
    .insertInto("webhook_endpoints")
    .values({
      ...made,
      url,
      includes_contents: 0,
      secret_at: createdAt,
      created_at: createdAt,
      off_reason: "",
      ...rest,
    })
    .execute();
  return made;
}

interface Result {
  readonly state: string;
  readonly problem: string;
  readonly http_status: number | null;
  readonly answer: string | null;
  readonly attempts: number;
  readonly took_ms: number;
  readonly next_try_at: number;
}

async function addDelivery(
  trx: Transaction<Database>,
  { id: endpointId, secret }: Endpoint,
  { event: { event, recordId, object, data }, at }: Happened,
  origin: string,
  result: Partial<Result>,
): Promise<void> {
  const message = {
    id: orderedIdAt(at),
    event,
    record_id: recordId,
    data: JSON.stringify(data),
    created_at: at,
    position: null,
    object_id: object.id,
    external_id: null,
    sequence: null,
    uid: null,
  };
  await trx.insertInto("webhook_messages").values(message).execute();
  const triedAt = at + minutes(result.attempts === undefined ? 0 : 30);
  const body = writeBody(message, origin);
  await trx
    .insertInto("webhook_deliveries")
    .values({
      id: orderedIdAt(at),
      message_id: message.id,
      endpoint_id: endpointId,
      state: "sent",
      problem: "",
      attempts: 1,
      created_at: at,
      next_try_at: at,
      leased_until: 0,
      try_until: at + days(3),
      tried_at: triedAt,
      signature: new Webhook(secret).sign(messageIdOf(message), new Date(triedAt), body),
      had_contents: 0,
      took_ms: 182,
      http_status: 200,
      answer: "ok",
      ...result,
    })
    .execute();
}

async function addTokens(trx: Transaction<Database>, admin: string, now: number): Promise<void> {
  const tokens: readonly {
    readonly name: string;
    readonly scopes: readonly NamedScope[];
    /** Days from now. */
    readonly made: number;
    readonly ends: number;
    readonly used: number;
    readonly revoked?: number;
  }[] = [
    { name: "Old CRM", scopes: ["messages"], made: -80, ends: 10, used: -41, revoked: -12 },
    { name: "CRM", scopes: ["messages", "applications"], made: -40, ends: 50, used: -0.02 },
    { name: "Reader report", scopes: ["newsletter"], made: -25, ends: 5, used: -1.2 },
  ];
  const toTime = (day: number) => Math.round(now + day * days(1));
  for (const { name, scopes, made, ends, used, revoked } of tokens) {
    const secret = makeToken();
    await trx
      .insertInto("api_tokens")
      .values({
        id: orderedIdAt(toTime(made)),
        name,
        token_hash: hashToken(secret),
        ending: secret.slice(-4),
        scopes: JSON.stringify(scopes),
        created_at: toTime(made),
        created_by: admin,
        expires_at: toTime(ends),
        revoked_at: revoked === undefined ? null : toTime(revoked),
        last_used_at: toTime(used),
        recorded: "{}",
      })
      .execute();
  }
}
