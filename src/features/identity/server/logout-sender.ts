import { createPrivateKey, randomUUID, sign } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { type SqlBool, sql } from "kysely";
import { seconds } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { safeFetch } from "../../../platform/server/http/safe-fetch.ts";
import {
  claimTasks,
  type Queue,
  settleTask,
  type Task,
} from "../../../platform/server/jobs/queue.ts";
import { isProduction } from "./clients.ts";
import { issuerOf } from "./provider/issuer.ts";
import { readKeys } from "./provider/keys.ts";

/** Three attempts end within ten seconds. */
const maxAttempts = 3;
const tryTimeoutMs = seconds(2.5);
const retryMs = seconds(1);
/** Attempts at the same time for each app. */
const maxConcurrent = 20;
const lifetimeSeconds = 120;

const queue = {
  table: "oidc_logouts",
  isWaiting: sql<SqlBool>`1 = 1`,
  leaseMs: seconds(5),
} as const satisfies Queue<"oidc_logouts">;

/** Tells apps of log-outs that are due (OpenID Connect Back-Channel Logout 1.0). */
export async function sendLogouts(context: AppContext, log: FastifyBaseLogger): Promise<void> {
  const apps = await context.database.db
    .selectFrom("oidc_logouts")
    .select("client_id")
    .distinct()
    .execute();
  await Promise.all(apps.map(({ client_id: id }) => sendToApp(id, context, log)));
}

/** Ends when none is due or the app did not accept one, so that an app that hangs delays no other. */
async function sendToApp(
  clientId: string,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<void> {
  const own = { ...queue, isWaiting: sql<SqlBool>`client_id = ${clientId}` };
  for (;;) {
    const tasks = await claimTasks(own, context.database, maxConcurrent, context.now());
    const sent = await Promise.all(tasks.map((task) => perform(task, context, log)));
    if (sent.length === 0 || sent.includes(false)) return;
  }
}

/** @returns whether the app accepted it */
async function perform(
  task: Task<"oidc_logouts">,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const { database, now } = context;
  const isSent = await send(task, context);
  const attempts = Number(task.attempts);
  if (!isSent) log.warn({ app: task.client_id, attempts }, "an app did not accept a log-out");
  if (isSent || attempts >= maxAttempts) {
    if (!isSent) context.counters.add("app_logouts_given_up_total");
    await database.write((trx) =>
      trx.deleteFrom("oidc_logouts").where("id", "=", task.id).execute(),
    );
  } else {
    await settleTask(queue, database, task, { next_try_at: now() + retryMs });
  }
  return isSent;
}

async function send(task: Task<"oidc_logouts">, context: AppContext): Promise<boolean> {
  const app = await context.database.db
    .selectFrom("oidc_clients")
    .select("backchannel_uri")
    .where("id", "=", task.client_id)
    .executeTakeFirst();
  if (app?.backchannel_uri == null) return true;
  const body = new URLSearchParams({ logout_token: await makeLogoutToken(task, context) });
  try {
    const { status } = await safeFetch({
      url: app.backchannel_uri,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
      allowLoopback: context.config.allowLoopback ?? !isProduction(context.config),
      timeoutMs: tryTimeoutMs,
    });
    return status >= 200 && status < 300;
  } catch {
    return false;
  }
}

/** A signed logout token (section 2.4). */
async function makeLogoutToken(
  { client_id: aud, subject: sub, sid }: Task<"oidc_logouts">,
  context: AppContext,
): Promise<string> {
  const [key] = await readKeys(context);
  if (!key) throw new Error("There is no signing key.");
  const iat = Math.floor(context.now() / 1000);
  const header = { alg: key.alg, typ: "logout+jwt", kid: key.kid };
  const payload = {
    iss: issuerOf(context),
    aud,
    sub,
    iat,
    exp: iat + lifetimeSeconds,
    jti: randomUUID(),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    ...(sid !== null && { sid }),
  };
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), createPrivateKey({ key, format: "jwk" }));
  return `${text}.${signature.toString("base64url")}`;
}
