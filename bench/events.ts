import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { contactForm } from "../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../src/platform/contract/form-engine/submission.ts";
import { openDatabase } from "../src/platform/server/db/open-database.ts";
import { orderedId } from "../src/platform/server/ordered-id.ts";
import { startProgram } from "./child.ts";
import { checkMax, checkNone, type Figure, note, perSecond } from "./report.ts";
import { withFolder } from "./server.ts";

const receivers = 100;
const events = 40;
const maxSeconds = 30;
const server = path.resolve(import.meta.dirname, "../tests/support/loopback-server.ts");

/** How long events take to reach a hundred receivers of which one never responds. */
export function measureEvents(): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const places = new Map<string, number[]>();
    const receiver = http.createServer(async (request, response) => {
      const { position } = (await json(request)) as { readonly position: number };
      if (request.url === "/0") return;
      const seen = places.get(request.url ?? "") ?? [];
      places.set(request.url ?? "", [...seen, position]);
      response.end();
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const { port } = receiver.address() as AddressInfo;
    await addEndpoints(dataDir, `http://127.0.0.1:${port}`);
    const settings = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error", RATE_LIMITS: "off" };
    const ours = await startProgram(server, settings);
    try {
      const start = performance.now();
      for (let count = 0; count < events; count += 1) await sendForm(ours.origin, count);
      const expected = (receivers - 1) * events;
      const arrived = () => [...places.values()].reduce((sum, seen) => sum + seen.length, 0);
      const seconds = () => (performance.now() - start) / 1000;
      while (arrived() < expected && seconds() < 2 * maxSeconds) await wait(20);
      const took = seconds();
      const missing = [...places].flatMap(([url, seen]) =>
        new Set(seen).size === events ? [] : [`${url}: ${seen.length}`],
      );
      return [
        checkMax(
          `${events} events at ${receivers - 1} receivers, one more hangs`,
          took,
          maxSeconds,
          (value) => `${value.toFixed(1)} s`,
        ),
        checkNone("each of them has all events", missing, `${places.size} receivers`),
        note("deliveries", perSecond(arrived() / took)),
      ];
    } finally {
      await ours.stop();
      receiver.closeAllConnections();
      receiver.close();
    }
  });
}

async function addEndpoints(dataDir: string, origin: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  const now = Date.now();
  const rows = Array.from({ length: receivers }, (_, index) => ({
    id: orderedId(),
    url: `${origin}/${index}`,
    topics: '["submission"]',
    includes_contents: 0,
    secret: `whsec_${randomBytes(32).toString("base64")}`,
    secret_at: now,
    created_at: now,
    off_reason: "",
  }));
  await database.write((trx) => trx.insertInto("webhook_endpoints").values(rows).execute());
  await database.close();
}

async function sendForm(origin: string, count: number): Promise<void> {
  const response = await fetch(origin + submissionPath(contactForm.collection), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada", phone: "", email: "a@example.com", message: `M ${count}` }),
  });
  if (response.status !== 201) throw new Error(`status ${response.status}`);
}
