import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

interface FakeSubscriber {
  id: number;
  email: string;
  name: string;
  status: string;
  lists: { id: number; subscription_status: string }[];
}

/** A fake listmonk with the endpoints of version 5 that we use, and the same rules. */
export interface FakeListmonk {
  readonly url: string;
  readonly subscribers: Map<string, FakeSubscriber>;
  /** Changing requests: method and path. */
  readonly changes: string[];
  /** Responds with 503 while true. */
  isDown: boolean;
  /** Adds a subscriber of list 3, as a user of listmonk does. */
  add(email: string, status?: string, subscription?: string): FakeSubscriber;
}

const listmonkToken = "token desk:secret";

export async function openFakeListmonk(): Promise<FakeListmonk> {
  const subscribers = new Map<string, FakeSubscriber>();
  let lastId = 0;
  const fake: FakeListmonk = {
    url: "",
    subscribers,
    changes: [],
    isDown: false,
    add(email, status = "enabled", subscription = "confirmed") {
      lastId += 1;
      const lists = [{ id: 3, subscription_status: subscription }];
      const one = { id: lastId, email, name: email.split("@")[0] ?? "", status, lists };
      subscribers.set(email, one);
      return one;
    },
  };
  const byId = (id: number) => [...subscribers.values()].find((one) => one.id === id);

  async function respond(method: string, url: URL, body: Record<string, unknown>) {
    if (method !== "GET") fake.changes.push(`${method} ${url.pathname}`);
    const id = Number(url.pathname.split("/")[3]);
    if (method === "GET") {
      const search = url.searchParams.get("search");
      const list = Number(url.searchParams.get("list_id"));
      const status = url.searchParams.get("subscription_status");
      const page = Number(url.searchParams.get("page"));
      const size = Number(url.searchParams.get("per_page"));
      const found = [...subscribers.values()]
        .filter((one) => search === null || new RegExp(search, "i").test(one.email))
        .filter((one) => list === 0 || one.lists.some((entry) => entry.id === list))
        .filter(
          (one) =>
            status === null || one.lists.some((entry) => entry.subscription_status === status),
        );
      if (url.searchParams.get("order") === "DESC") found.reverse();
      return { results: found.slice((page - 1) * size, page * size), total: found.length };
    }
    if (method === "POST") {
      const blocked = body.status === "blocklisted";
      return fake.add(
        String(body.email),
        String(body.status),
        blocked ? "unsubscribed" : "confirmed",
      );
    }
    if (url.pathname === "/api/subscribers/lists") {
      for (const one of (body.ids as number[]).map(byId)) {
        const target = (body.target_list_ids as number[])[0] ?? 0;
        const entry = one?.lists.find((list) => list.id === target);
        const next = body.action === "add" ? String(body.status) : "unsubscribed";
        if (entry) entry.subscription_status = next;
        else if (body.action === "add") one?.lists.push({ id: target, subscription_status: next });
      }
      return true;
    }
    const one = byId(id);
    if (!one) return undefined;
    if (method === "DELETE") subscribers.delete(one.email);
    else if (url.pathname.endsWith("/blocklist")) {
      one.status = "blocklisted";
      for (const entry of one.lists) entry.subscription_status = "unsubscribed";
    } else one.status = String(body.status);
    return true;
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, data: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ data }));
    };
    const hasBody = request.headers["content-type"] === "application/json";
    const body = hasBody ? ((await json(request)) as Record<string, unknown>) : {};
    if (fake.isDown) return answer(503, null);
    if (request.headers.authorization !== listmonkToken) return answer(403, null);
    const url = new URL(request.url ?? "/", "http://localhost");
    const data = await respond(request.method ?? "GET", url, body);
    return data === undefined ? answer(404, null) : answer(200, data);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}
