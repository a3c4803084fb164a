import { z } from "zod";
import { seconds } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { inSpan } from "../../../../platform/server/tracing/spans.ts";
import type { ListmonkSettings } from "../settings.ts";

/** Longer than listmonk takes, in milliseconds. */
export const listmonkTimeoutMs = seconds(10);
export const remotePageSize = 100;

const list = z.object({ id: z.int(), subscription_status: z.string().nullish() });
const subscriber = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  status: z.string(),
  lists: z.array(list).nullable(),
});
const found = z.object({ data: z.object({ results: z.array(subscriber).nullable() }) });

export type RemoteSubscriber = z.infer<typeof subscriber>;

class ListmonkError extends Error {}

/** Why listmonk failed, as a sentence for staff. */
export function describeListmonkError(error: unknown): string {
  return error instanceof ListmonkError
    ? error.message
    : "The email tool's response could not be read.";
}

/**
 * The parts of listmonk's API (version 5) that one list needs. The address is the operator's own
 * setting, so it may be in a private network; redirects are not followed.
 */
export class ListmonkClient {
  readonly #settings: ListmonkSettings;

  constructor(settings: ListmonkSettings) {
    this.#settings = settings;
  }

  async find(email: string): Promise<RemoteSubscriber | undefined> {
    // The search is a regular expression of PostgreSQL.
    const search = `^${email.replaceAll(/[^\p{L}\p{N}@_-]/gu, "\\$&")}$`;
    const results = await this.#query({ search, page: "1", per_page: "10" });
    return results.find((one) => emailKey(one.email) === email);
  }

  /** One page of the list, newest first, or of those who left it, which includes the blocked. */
  list(kind: "newest" | "left", page: number): Promise<readonly RemoteSubscriber[]> {
    return this.#query({
      list_id: String(this.#settings.listId),
      page: String(page),
      per_page: String(remotePageSize),
      order_by: "created_at",
      order: kind === "newest" ? "DESC" : "ASC",
      ...(kind === "left" && { subscription_status: "unsubscribed" }),
    });
  }

  /** Makes a subscriber what we have; other lists stay as they are. */
  async push(
    email: string,
    remote: RemoteSubscriber | undefined,
    state: "reader" | "left" | "suppressed" | "deleted",
  ): Promise<void> {
    const ours = [this.#settings.listId];
    const path = `/api/subscribers/${remote?.id}`;
    if (state === "deleted") {
      if (remote) await this.#send("DELETE", path);
    } else if (!remote) {
      const status = state === "reader" ? "enabled" : "blocklisted";
      const body = { email, name: "", status, lists: ours, preconfirm_subscriptions: true };
      if (state !== "left") await this.#send("POST", "/api/subscribers", body);
    } else if (state === "suppressed") {
      await this.#send("PUT", `${path}/blocklist`);
    } else {
      const lists = (remote.lists ?? []).map(({ id }) => id);
      const enabled = { email: remote.email, name: remote.name, status: "enabled", lists };
      const isBlocked = remote.status !== "enabled";
      if (state === "reader" && isBlocked) await this.#send("PUT", path, enabled);
      const action = state === "left" ? "unsubscribe" : "add";
      const change = { ids: [remote.id], target_list_ids: ours, action, status: "confirmed" };
      await this.#send("PUT", "/api/subscribers/lists", change);
    }
  }

  async #query(query: Record<string, string>): Promise<RemoteSubscriber[]> {
    const { data } = found.parse(
      await this.#send("GET", `/api/subscribers?${new URLSearchParams(query)}`),
    );
    return data.results ?? [];
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const { url, user, token } = this.#settings;
    const attributes = { "http.request.method": method, "server.address": new URL(url).hostname };
    const headers = {
      authorization: `token ${user}:${token}`,
      ...(body && { "content-type": "application/json" }),
    };
    const response = await inSpan({ name: method, kind: "client", attributes }, async (note) => {
      const signal = AbortSignal.timeout(listmonkTimeoutMs);
      const content = body ? JSON.stringify(body) : null;
      const request = { method, headers, body: content, redirect: "error", signal } as const;
      const received = await fetch(`${url}${path}`, request);
      note({ "http.response.status_code": received.status });
      return received;
    }).catch(() => {
      throw new ListmonkError("The email tool does not respond.");
    });
    if (response.status === 401 || response.status === 403) {
      throw new ListmonkError("The email tool rejects the token, or it lacks a permission.");
    }
    if (!response.ok) throw new ListmonkError(`The email tool answered ${response.status}.`);
    return response.json();
  }
}
