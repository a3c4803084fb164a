import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ListmonkClient } from "../../src/features/newsletter/server/listmonk/client.ts";
import { stripeProcessor } from "../../src/features/payments/server/stripe.ts";
import { readConfig } from "../../src/platform/server/config/config.ts";
import { openStorage } from "../../src/platform/server/files/open-storage.ts";
import { safeFetch } from "../../src/platform/server/http/safe-fetch.ts";
import { openTracing } from "../../src/platform/server/tracing/open-tracing.ts";
import { inSpan } from "../../src/platform/server/tracing/spans.ts";
import { openFakeListmonk } from "../support/fake-listmonk.ts";
import { startFakeStripe } from "../support/fake-stripe.ts";
import { startS3Server } from "../support/s3-server.ts";
import { startTraceReceiver } from "../support/trace-receiver.ts";

const mark = "quillfeather";

async function traceOutgoing(ratio: number) {
  const receiver = await startTraceReceiver();
  const tracing = openTracing({
    url: `${receiver.settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: {},
    serviceName: "site",
    ratio,
  });
  onTestFinished(() => tracing.close());
  const root = <T>(work: () => Promise<T>) => inSpan({ name: "work", kind: "root" }, work);
  return { ...receiver, tracing, root };
}

test("requests to other systems are spans with the host but no other part of the URL", async () => {
  const { tracing, root, spans, bytes } = await traceOutgoing(1);
  const listmonk = await openFakeListmonk();
  const settings = { url: listmonk.url, user: "desk", token: "secret", listId: 3 };
  await root(() => new ListmonkClient(settings).find(`${mark}@example.com`));
  const stripe = await startFakeStripe();
  const processor = stripeProcessor({ secretKey: "sk_test_1", apiUrl: stripe.origin });
  await root(() => processor.createAccount(mark));
  const store = await startS3Server();
  const storage = await openStorage(readConfig(store.settings), "files");
  await root(() => storage.write(`${mark}.jpg`, Buffer.from(mark)));
  const url = `${listmonk.url}/${mark}?${mark}`;
  await root(() => safeFetch({ url, method: "POST", body: mark, allowLoopback: true }));
  const closed = new URL("http://127.0.0.1:9/");
  await root(() => safeFetch({ url: closed.href, method: "GET", allowLoopback: true })).catch(
    () => undefined,
  );
  // Outside a trace there is no span.
  await safeFetch({ url, method: "POST", allowLoopback: true });
  await tracing.close();

  const calls = spans().filter(({ name }) => name !== "work");
  const address = { "server.address": "127.0.0.1" };
  const call = (method: string, status: number) => ({
    name: method,
    attributes: {
      "http.request.method": method,
      ...address,
      "http.response.status_code": status,
    },
  });
  const failed = { "http.request.method": "GET", ...address, "error.type": "ECONNREFUSED" };
  expect(calls.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
    call("GET", 200),
    { name: "create payment account", attributes: address },
    call("PUT", 200),
    call("POST", 403),
    { name: "GET", attributes: failed },
  ]);
  expect(bytes()).not.toMatch(new RegExp(`${mark}|secret|sk_test`));
});

test("sampling records a share of the requests, each completely or not at all", async () => {
  const { tracing, spans } = await traceOutgoing(0.5);
  const app = fastify();
  onTestFinished(() => app.close());
  tracing.register(app, () => undefined);
  app.post("/work", () => inSpan({ name: "part" }, async () => tracing.logFields()));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  // A few connections serve sampled and other requests in turn.
  let connections = 0;
  app.server.on("connection", () => {
    connections += 1;
  });
  const logged: string[] = [];
  const count = 200;
  for (let number = 0; number < count; number += 1) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${origin}/work`, { method: "POST", headers, body: "{}" });
    const { trace_id } = z.object({ trace_id: z.string().optional() }).parse(await answer.json());
    if (trace_id !== undefined) logged.push(trace_id);
  }
  expect(connections).toBeLessThan(count / 10);
  await tracing.close();
  const requests = spans().filter(({ name }) => name === "POST /work");
  const parts = spans().filter(({ name }) => name === "part");
  expect(requests.map(({ traceId }) => traceId).sort()).toEqual(logged.sort());
  expect(parts.map(({ parentId }) => parentId).sort()).toEqual(
    requests.map(({ spanId }) => spanId).sort(),
  );
  // The probability of a count outside these bounds is 1 in 10^12.
  expect(logged.length).toBeGreaterThan(count / 4);
  expect(logged.length).toBeLessThan((3 * count) / 4);
});

test("an unsampled trace is not exported", async () => {
  const { tracing, root, bytes } = await traceOutgoing(0);
  await root(() => inSpan({ name: "part" }, async () => undefined));
  await tracing.close();
  expect(bytes()).toBe("");
});
