import { z } from "zod";
import { seconds } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { ListmonkSettings } from "../../../../platform/server/config/listmonk-settings.ts";
import { inSpan } from "../../../../platform/server/tracing/spans.ts";

/** Longer than listmonk takes, in milliseconds. */
export const listmonkTimeoutMs = seconds(10);
/** Subscribers of one page. */
export const remotePageSize = 100;

const subscriber = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  status: z.string(),
  lists: z.array(z.object({ id: z.int(), subscription_status: z.string().nullish() })).nullable(),
});

/** A subscriber as listmonk returns it. */
export type RemoteSubscriber = z.infer<typeof subscriber>;

const onePage = z.object({ data: z.object({ results: z.array(subscriber).nullable() }) });
const oneSubscriber = z.object({ data: subscriber });

/** listmonk rejected a request or did not respond. */
class ListmonkError extends Error {
  override name = "ListmonkError";
}

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

  /** Finds a subscriber by address, on any list. @throws ListmonkError */
  async find(email: string): Promise<RemoteSubscriber | undefined> {
    // The search is a regular expression of PostgreSQL.
    const search = `^${email.replaceAll(/[^\p{L}\p{N}@_-]/gu, "\\$&")}$`;
    const query = new URLSearchParams({ search, page: "1", per_page: "10" });
    const { data } = onePage.parse(await this.#send("GET", `/api/subscribers?${query}`));
    return data.results?.find((one) => emailKey(one.email) === email);
  }

  /**
   * One page of the list, newest first, or of those who left it: listmonk treats a blocked
   * subscriber as one who left every list.
   * @throws ListmonkError
   */
  async list(kind: "newest" | "left", page: number): Promise<readonly RemoteSubscriber[]> {
    const query = new URLSearchParams({
      list_id: String(this.#settings.listId),
      page: String(page),
      per_page: String(remotePageSize),
      order_by: "created_at",
      order: kind === "newest" ? "DESC" : "ASC",
      ...(kind === "left" && { subscription_status: "unsubscribed" }),
    });
    const { data } = onePage.parse(await this.#send("GET", `/api/subscribers?${query}`));
    return data.results ?? [];
  }

  /** Adds a subscriber to the list, or as blocked. @throws ListmonkError */
  async create(email: string, status: "enabled" | "blocklisted"): Promise<void> {
    const lists = [this.#settings.listId];
    const body = { email, name: "", status, lists, preconfirm_subscriptions: true };
    oneSubscriber.parse(await this.#send("POST", "/api/subscribers", body));
  }

  /** Unblocks a subscriber; other lists stay as they are. @throws ListmonkError */
  async enable({ id, email, name, lists }: RemoteSubscriber): Promise<void> {
    const known = (lists ?? []).map((list) => list.id);
    const body = { email, name, status: "enabled", lists: known };
    await this.#send("PUT", `/api/subscribers/${id}`, body);
  }

  /** Puts a subscriber on the list, or takes them off. @throws ListmonkError */
  async setMembership(id: number, action: "add" | "unsubscribe"): Promise<void> {
    await this.#send("PUT", "/api/subscribers/lists", {
      ids: [id],
      action,
      target_list_ids: [this.#settings.listId],
      ...(action === "add" && { status: "confirmed" }),
    });
  }

  /** @throws ListmonkError */
  async block(id: number): Promise<void> {
    await this.#send("PUT", `/api/subscribers/${id}/blocklist`);
  }

  /** @throws ListmonkError */
  async remove(id: number): Promise<void> {
    await this.#send("DELETE", `/api/subscribers/${id}`);
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const { url, user, token } = this.#settings;
    const attributes = {
      "http.request.method": method,
      "server.address": new URL(url).hostname,
    };
    let response: Response;
    try {
      response = await inSpan({ name: method, kind: "client", attributes }, async (note) => {
        const received = await fetch(`${url}${path}`, {
          method,
          headers: {
            authorization: `token ${user}:${token}`,
            ...(body && { "content-type": "application/json" }),
          },
          ...(body && { body: JSON.stringify(body) }),
          redirect: "error",
          signal: AbortSignal.timeout(listmonkTimeoutMs),
        });
        note({ "http.response.status_code": received.status });
        return received;
      });
    } catch {
      throw new ListmonkError("The email tool does not respond.");
    }
    if (response.status === 401 || response.status === 403) {
      throw new ListmonkError("The email tool rejects the token, or it lacks a permission.");
    }
    if (!response.ok) throw new ListmonkError(`The email tool answered ${response.status}.`);
    try {
      return await response.json();
    } catch {
      throw new ListmonkError("The email tool's response could not be read.");
    }
  }
}
