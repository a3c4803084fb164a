import type { Selectable } from "kysely";
import { Webhook } from "standardwebhooks";
import { brand } from "../../../../brand.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { safeFetch } from "../../../../platform/server/http/safe-fetch.ts";
import { tryTimeoutMs } from "./delivery-queue.ts";
import { isSendable } from "./endpoint-url.ts";
import { messageIdOf, readContents, writeBody } from "./message-body.ts";

type Endpoint = Selectable<Database["webhook_endpoints"]>;
type Message = Selectable<Database["webhook_messages"]>;

/** The response status that asks us never to send again. */
const goneStatus = 410;

/** The result of an attempt, as columns of a delivery. */
export interface TryResult {
  readonly problem: string;
  readonly tried_at: number;
  readonly took_ms: number;
  readonly signature: string;
  readonly had_contents: number;
  readonly http_status: number | null;
  readonly answer: string | null;
}

export function isGone({ http_status: status }: Pick<TryResult, "http_status">): boolean {
  return status === goneStatus;
}

/**
 * Sends a message once, signed according to the Standard Webhooks specification; for a day after a
 * rotation with both secrets. Only responses from 200 to 299 count as success; redirects are not
 * followed.
 */
export async function sendMessage(
  endpoint: Endpoint,
  message: Message,
  { database, config, origin, now }: Pick<AppContext, "database" | "config" | "origin" | "now">,
): Promise<TryResult> {
  const hasContents = Number(endpoint.includes_contents) === 1 && message.record_id !== "";
  const contents = hasContents ? await readContents(database.db, message) : undefined;
  const body = writeBody(message, origin(), contents);
  const triedAt = now();
  const id = messageIdOf(message);
  const signature = sign(endpoint, id, triedAt, body);
  const tried = { tried_at: triedAt, signature, had_contents: hasContents ? 1 : 0 };
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  try {
    if (!isSendable(endpoint.url, config)) throw new Error("The address is no longer allowed.");
    const { status, text } = await safeFetch({
      url: endpoint.url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `${brand.name}-webhooks/1`,
        "webhook-id": id,
        "webhook-timestamp": toTimestamp(triedAt),
        "webhook-signature": signature,
      },
      body,
      allowLoopback: config.allowLoopback ?? false,
      timeoutMs: tryTimeoutMs,
    });
    return {
      ...tried,
      took_ms: took(),
      problem: describeStatus(status),
      http_status: status,
      // A response may echo what it received.
      answer: hasContents ? null : text.replaceAll("\0", ""),
    };
  } catch (error) {
    return {
      ...tried,
      took_ms: took(),
      problem: describeError(error),
      http_status: null,
      answer: null,
    };
  }
}

/** Seconds since 1970, for the header. @param at milliseconds since 1970 */
export function toTimestamp(at: number): string {
  return String(Math.floor(at / seconds(1)));
}

function sign(endpoint: Endpoint, id: string, at: number, body: string): string {
  const { secret, former_secret: former, former_until: until } = endpoint;
  const isRotating = former !== null && until !== null && Number(until) > at;
  return [secret, ...(isRotating ? [former] : [])]
    .map((one) => new Webhook(one).sign(id, new Date(at), body))
    .join(" ");
}

function describeStatus(status: number): string {
  if (status >= 200 && status < 300) return "";
  return status >= 300 && status < 400 ? "redirect" : "answer";
}

const problems: Readonly<Record<string, string>> = {
  REJECTED_ADDRESS: "not a public address",
  ENOTFOUND: "unknown name",
  EAI_AGAIN: "unknown name",
  ECONNREFUSED: "no connection",
  ECONNRESET: "no connection",
  EHOSTUNREACH: "no connection",
  ENETUNREACH: "no connection",
};

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/.test(code)) return "bad certificate";
  return problems[code] ?? "no answer";
}
