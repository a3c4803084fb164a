import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { RenderQueue } from "./render-queue.ts";

function makeReply(network?: string) {
  const raw = { destroyed: false, socket: { writable: true } };
  return { network, raw, reply: { raw, network } as unknown as FastifyReply };
}

function openQueue() {
  const queue = new RenderQueue({ maxQueued: 10, maxQueuedPerNetwork: 2 }, (reply) => {
    const { network } = reply as unknown as { network?: string };
    return network;
  });
  const rendered: string[] = [];
  const gate = Promise.withResolvers<void>();
  const render = (name: string, visitor = makeReply()) =>
    queue.run(visitor.reply, async () => {
      rendered.push(name);
      await gate.promise;
      return name;
    });
  return { queue, rendered, gate, render };
}

test("pages are rendered sequentially, in order", async () => {
  const { rendered, gate, render } = openQueue();
  const all = ["a", "b", "c"].map((name) => render(name));
  await new Promise((resolve) => setImmediate(resolve));
  expect(rendered).toEqual(["a"]);
  gate.resolve();
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  expect(rendered).toEqual(["a", "b", "c"]);
});

test("nothing is rendered for queued visitors who disconnect or half-close", async () => {
  const { queue, rendered, gate, render } = openQueue();
  const [stays, cut, left] = [makeReply(), makeReply(), makeReply()];
  const all = [render("first"), render("cut", cut), render("left", left), render("stays", stays)];
  cut.raw.destroyed = true;
  left.raw.socket.writable = false;
  gate.resolve();
  expect(await Promise.all(all)).toEqual(["first", undefined, undefined, "stays"]);
  expect(rendered).toEqual(["first", "stays"]);
  expect(queue.counts).toEqual({ queued: 0, rejected: 0, abandoned: 2 });
});

test("one network gets only its share of the queue, and releases it", async () => {
  const { gate, render } = openQueue();
  const all = ["first", "second", "third"].map((name) => render(name, makeReply("203.0.113.9")));
  const busy = { body: { code: "busy" } };
  await expect(render("fourth", makeReply("203.0.113.9"))).rejects.toMatchObject(busy);
  all.push(render("neighbor", makeReply("203.0.113.8")));
  gate.resolve();
  await Promise.all(all);
  expect(await render("fifth", makeReply("203.0.113.9"))).toBe("fifth");
});

test("a page that fails to render does not block the next", async () => {
  const { queue, gate, render } = openQueue();
  const broken = queue.run(makeReply().reply, async () => {
    throw new Error("cannot be rendered");
  });
  const next = render("next");
  gate.resolve();
  await expect(broken).rejects.toThrow("cannot be rendered");
  expect(await next).toBe("next");
});
