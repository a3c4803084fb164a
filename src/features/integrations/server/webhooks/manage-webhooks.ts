import { randomBytes } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { TestSettings } from "../../../../platform/server/config/config.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import {
  type WebhookSecretResponse,
  type WebhookSettings,
  webhookLimits,
  webhookRotationHours,
  webhookTopicNames,
  webhookTopics,
} from "../../contract/webhooks.ts";
import { readEndpointUrl } from "./endpoint-url.ts";
import { lockQueued, readPosition } from "./event-counters.ts";
import { auditTarget, hostOf, setOff } from "./switch-off.ts";

type Endpoint = Selectable<Database["webhook_endpoints"]>;

interface ManageContext {
  readonly config: TestSettings;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Adds an endpoint.
 * @returns its secret, which is shown once
 * @throws ApiError "invalid", "webhooks-full"
 */
export async function addEndpoint(
  trx: Transaction<Database>,
  actor: Actor,
  settings: WebhookSettings,
  { config, now }: ManageContext,
): Promise<WebhookSecretResponse> {
  const { url, topics } = checkSettings(settings, config);
  const known = await trx.selectFrom("webhook_endpoints").select("id").execute();
  if (known.length >= webhookLimits.endpoints) throw new ApiError("webhooks-full");
  const id = orderedId();
  const secret = makeSecret();
  const at = now();
  await trx
    .insertInto("webhook_endpoints")
    .values({
      id,
      url,
      topics: JSON.stringify(topics),
      includes_contents: settings.includesContents ? 1 : 0,
      secret,
      secret_at: at,
      created_at: at,
      off_reason: "",
      after_position: await findStart(trx),
      is_test: settings.isTest ? 1 : 0,
    })
    .execute();
  const contents = settings.includesContents ? ", with what people wrote" : "";
  const kind = settings.isTest ? "test webhook" : "webhook";
  await record(trx, actor, `Added a ${kind} to ${hostOf(url)}: ${wordsOf(topics)}${contents}`, at);
  return { id, secret };
}

/** Changes an endpoint. @throws ApiError "invalid", "not-found" */
export async function changeEndpoint(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  settings: WebhookSettings,
  { config, now }: ManageContext,
): Promise<void> {
  const { url, topics } = checkSettings(settings, config);
  const before = await lockEndpoint(trx, id);
  const hadContents = Number(before.includes_contents) === 1;
  const changes = [
    ...(before.url === url ? [] : [`address ${hostOf(before.url)} to ${hostOf(url)}`]),
    ...(before.topics === JSON.stringify(topics)
      ? []
      : [`events ${wordsOf(JSON.parse(before.topics))} to ${wordsOf(topics)}`]),
    ...(hadContents === settings.includesContents
      ? []
      : [settings.includesContents ? "with what people wrote" : "without what people wrote"]),
  ];
  if (changes.length === 0) return;
  await trx
    .updateTable("webhook_endpoints")
    .set({
      url,
      topics: JSON.stringify(topics),
      includes_contents: settings.includesContents ? 1 : 0,
      // A new address has not failed yet.
      ...(before.url !== url && { failing_since: null }),
    })
    .where("id", "=", id)
    .execute();
  await record(trx, actor, `Changed the webhook to ${hostOf(url)}: ${changes.join(", ")}`, now());
}

/** Removes an endpoint with its log. @throws ApiError "not-found" */
export async function removeEndpoint(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { url } = await lockEndpoint(trx, id);
  await trx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
  await record(trx, actor, `Removed the webhook to ${hostOf(url)}`, now());
}

/**
 * Creates a new secret; the previous one also signs for a day. Only two are ever valid.
 * @throws ApiError "not-found"
 */
export async function rotateSecret(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  { now }: ManageContext,
): Promise<WebhookSecretResponse> {
  const before = await lockEndpoint(trx, id);
  const secret = makeSecret();
  const at = now();
  await trx
    .updateTable("webhook_endpoints")
    .set({
      secret,
      secret_at: at,
      former_secret: before.secret,
      former_until: at + hours(webhookRotationHours),
    })
    .where("id", "=", id)
    .execute();
  await record(trx, actor, `New secret of the webhook to ${hostOf(before.url)}`, at);
  return { id, secret };
}

/** Enables an endpoint; waiting deliveries are sent, and what happens from now on. @throws ApiError "not-found" */
export async function switchOn(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { url, off_at: offAt } = await lockEndpoint(trx, id);
  if (offAt === null) return;
  await trx
    .updateTable("webhook_endpoints")
    .set({
      off_at: null,
      off_reason: "",
      failing_since: null,
      after_position: await findStart(trx),
    })
    .where("id", "=", id)
    .execute();
  await record(trx, actor, `Turned on the webhook to ${hostOf(url)}`, now());
}

/** Disables an endpoint. @throws ApiError "not-found" */
export async function switchOff(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  { now }: ManageContext,
): Promise<void> {
  const { url } = await lockEndpoint(trx, id);
  if (!(await setOff(trx, id, "by-hand", now()))) return;
  await record(trx, actor, `Turned off the webhook to ${hostOf(url)}`, now());
}

/**
 * The position from which an endpoint that is now on gets events. Deliveries are queued before or
 * afterwards: in between, those of events since would be left out.
 */
async function findStart(trx: Transaction<Database>): Promise<number> {
  await lockQueued(trx);
  return readPosition(trx);
}

/** The row of an endpoint, locked until the commit. @throws ApiError "not-found" */
async function lockEndpoint(trx: Transaction<Database>, id: string): Promise<Endpoint> {
  const row = await trx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError("not-found");
  return row;
}

function checkSettings({ url: typed, topics }: WebhookSettings, config: ManageContext["config"]) {
  const read = readEndpointUrl(typed, config);
  const chosen = webhookTopicNames.filter((topic) => topics.includes(topic));
  const fields = {
    ...("error" in read && { url: read.error }),
    ...(chosen.length === 0 && { topics: "Choose at least one kind of event." }),
  };
  if ("error" in read || chosen.length === 0) throw new ApiError("invalid", { fields });
  return { url: read.url, topics: chosen };
}

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function wordsOf(topics: readonly (keyof typeof webhookTopics)[]): string {
  return topics.map((topic) => webhookTopics[topic]).join(", ");
}

function record(trx: Transaction<Database>, actor: Actor, what: string, at: number): Promise<void> {
  return writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, at);
}
