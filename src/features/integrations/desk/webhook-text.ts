import {
  formatDayInYear,
  formatInSentence,
  formatShort,
} from "../../../platform/desk/format/times.ts";
import type { ChipLook } from "../../../platform/desk/ui/chip.tsx";
import type { DeskIconName } from "../../../platform/desk/ui/desk-icon.tsx";
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookOffReason,
  type WebhookTopic,
  webhookTopicNames,
  webhookTopics,
  webhookTryDays,
} from "../contract/webhooks.ts";

interface StateText {
  readonly look: ChipLook;
  readonly icon: DeskIconName;
  readonly label: string;
}

const offText: Readonly<Record<WebhookOffReason, string>> = {
  "by-hand": "Turned off by staff.",
  failing: `Nothing was delivered for ${webhookTryDays} days, so it was turned off.`,
  gone: "The endpoint answered 410 Gone, so deliveries were turned off.",
};

/** Name of an endpoint in sentences: "hooks.example.com"; with its path if two share a host. */
export function nameEndpoint(
  { url }: Pick<WebhookEndpoint, "url">,
  all: readonly WebhookEndpoint[],
): string {
  const { host } = new URL(url);
  const isAlone = all.every((other) => other.url === url || new URL(other.url).host !== host);
  return isAlone ? host : url.slice(url.indexOf("//") + 2);
}

export function endpointState({ off, failingSince }: WebhookEndpoint): StateText {
  if (off?.reason === "by-hand") return { look: "gray", icon: "ban", label: "Off" };
  if (off) return { look: "late", icon: "warning", label: "Off" };
  if (failingSince) return { look: "late", icon: "warning", label: "Failing" };
  return { look: "sage", icon: "check", label: "On" };
}

/** Describes what an endpoint receives, and its state. @param now milliseconds since 1970 */
export function describeEndpoint(endpoint: WebhookEndpoint, now: number): string {
  return [
    ...(endpoint.isTest ? ["Test webhook: events of the sandbox only."] : []),
    describeTopics(endpoint.topics),
    ...(endpoint.includesContents ? ["With what people wrote."] : []),
    describeHealth(endpoint, now),
    describeSecret(endpoint, now),
  ]
    .filter(Boolean)
    .join(" ");
}

function describeTopics(topics: readonly WebhookTopic[]): string {
  if (topics.length === webhookTopicNames.length) return "Everything.";
  const [first, ...others] = topics.map((topic) => webhookTopics[topic]);
  return others.length === 0 ? `${first} only.` : `${[first, ...others].join(", ")}.`;
}

function describeHealth({ off, failingSince, goesOffAt }: WebhookEndpoint, now: number): string {
  if (off) return `Off since ${formatSince(off.since, now)}. ${offText[off.reason]}`;
  if (!failingSince) return "";
  const end = goesOffAt ? `, turns off ${formatInSentence(goesOffAt, now)}` : "";
  return `Fails since ${formatSince(failingSince, now)}${end}.`;
}

function describeSecret(endpoint: WebhookEndpoint, now: number): string {
  const { formerSecretUntil, createdAt, secretChangedAt } = endpoint;
  if (formerSecretUntil) {
    return `Signed with both secrets until ${formatInSentence(formerSecretUntil, now)}.`;
  }
  // A state that needs attention is shown alone.
  if (endpoint.off ?? endpoint.failingSince) return "";
  const what = createdAt === secretChangedAt ? "made" : "changed";
  return `Signed, secret ${what} on ${formatDayInYear(secretChangedAt, now)}.`;
}

/** "9:12 am", "yesterday", "November 18". */
function formatSince(iso: string, now: number): string {
  return formatShort(iso, now).replace("Yesterday", "yesterday");
}

/** Response to the last attempt, or when the next one is. @param now as above */
export function deliveryState(delivery: WebhookDelivery, now: number): StateText {
  const { state, status, ms, tries, nextTryAt } = delivery;
  if (state === "sent") {
    return { look: "sage", icon: "check", label: `${status} in ${ms} ms` };
  }
  if (state === "failed") {
    return { look: "late", icon: "warning", label: `Gave up: ${describeProblem(delivery)}` };
  }
  const next = nextTryAt ? formatInSentence(nextTryAt, now).replace(/^today /, "") : "";
  const label = tries === 0 ? "On its way" : `${describeProblem(delivery)}, next ${next}`;
  return { look: "marigold", icon: "clock", label };
}

/** Why the last attempt failed: "503", "timeout". */
export function describeProblem({ status, problem }: WebhookDelivery): string {
  if (status === null) return problem;
  return problem === "redirect" ? `${status}, a redirect` : String(status);
}
