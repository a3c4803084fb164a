import { readFileSync } from "node:fs";
import { request as openRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { inboxTopic } from "../../src/features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { type AnyEndpoint, readEndpoint } from "../../src/platform/contract/define-endpoint.ts";
import { liveEndpoints } from "../../src/platform/contract/desk/live.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { checkMax, type Figure, note } from "../report.ts";
import { startOurs } from "../server.ts";

export const deskCount = 50;
const submissionsPerSecond = 10;
const secondsEach = 30;
/** Most that the desks may cost, as a share of one CPU. */
const maxShare = 0.05;
/**
 * Intervals at which a page refreshes list, counts and views while messages keep coming in, and
 * reports the case it has open.
 */
const refreshEveryMs = 16_000;
const presenceEveryMs = 10_000;
/** Clock ticks per second of /proc on Linux. */
const ticksPerSecond = 100;

/**
 * CPU cost of connected desks while messages come in: CPU time with the desks, less that before they
 * connected or after they disconnected, whichever is less. Each desk sends the background
 * requests of a page with the inbox and an open case.
 * @param cookies one session for each desk
 */
export async function measureLiveDesks(
  engine: string,
  dataDir: string,
  databaseUrl: string | undefined,
  cookies: readonly string[],
  reference: string,
): Promise<Figure[]> {
  const server = await startOurs(dataDir, databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  try {
    const { origin, pid } = server;
    if (process.platform !== "linux") return [note(`${engine}: live desks`, "Linux only")];
    // A server that has just started still compiles code and runs pending jobs; exclude that work.
    await submitFor(origin, secondsEach);
    const before = await shareOf(pid, () => submitFor(origin, secondsEach));
    const desks = cookies.map((cookie, index) => openDesk(origin, cookie, reference, index));
    await wait(refreshEveryMs);
    const connected = await shareOf(pid, () => submitFor(origin, secondsEach));
    const events = desks.map((desk) => desk.close());
    await wait(5000);
    const alone = await shareOf(pid, () => submitFor(origin, secondsEach));
    if (Math.min(...events) === 0) throw new Error("A desk received no event.");
    const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
    return [
      checkMax(
        `${engine}: ${cookies.length} live desks, CPU`,
        connected - Math.min(before, alone),
        maxShare,
        percent,
        `(${percent(connected)} vs. ${percent(alone)} after and ${percent(before)} before, ${Math.min(...events)} events each)`,
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** A page with the inbox and a case. */
function openDesk(origin: string, cookie: string, reference: string, index: number) {
  const call = async (endpoint: AnyEndpoint, body?: object) => {
    const { method, path } = readEndpoint(endpoint);
    const headers = { cookie, origin, "content-type": "application/json" };
    const json = body && { body: JSON.stringify(body) };
    const response = await fetch(origin + path, { method, headers, ...json });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  };
  let events = 0;
  const stream = openRequest(origin + readEndpoint(liveEndpoints.events).path, {
    headers: { cookie },
  });
  stream.on("response", (response) => {
    response.on("data", (chunk: Buffer) => {
      if (chunk.includes("event: change")) events += 1;
    });
    response.on("error", () => {});
  });
  // It ends by being closed.
  stream.on("error", () => {});
  stream.end();
  const repeat = (everyMs: number, work: () => Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined;
    // Pages were not all opened in the same second.
    const delay = setTimeout(
      () => {
        void work();
        timer = setInterval(() => void work(), everyMs);
      },
      (everyMs * index) / deskCount,
    );
    return () => {
      clearTimeout(delay);
      clearInterval(timer);
    };
  };
  const stops = [
    repeat(refreshEveryMs, () =>
      Promise.all(
        [inboxEndpoints.list, inboxEndpoints.counts, inboxEndpoints.views].map((one) => call(one)),
      ),
    ),
    repeat(presenceEveryMs, () =>
      call(liveEndpoints.present, { topic: inboxTopic, reference, state: "reading" }),
    ),
  ];
  return {
    /** @returns number of change events that the page received */
    close(): number {
      for (const stop of stops) stop();
      stream.destroy();
      return events;
    },
  };
}

/** Sends forms at a steady pace. */
async function submitFor(origin: string, seconds: number): Promise<void> {
  for (let sent = 0; sent < seconds * submissionsPerSecond; sent += 1) {
    const started = performance.now();
    const values = {
      name: "Ada Lovelace",
      email: `ada.${Date.now()}.${sent}@example.com`,
      message: "Please call me about a ride to the doctor on Friday at ten in the morning.",
    };
    const response = await fetch(origin + submissionPath(contactForm.collection), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
    });
    await response.arrayBuffer();
    if (response.status !== 201) throw new Error(`A form got ${response.status}.`);
    const tookMs = performance.now() - started;
    await wait(Math.max(0, 1000 / submissionsPerSecond - tookMs));
  }
}

/** Share of one processor that a process uses during the work. */
async function shareOf(pid: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  const before = ticksOf(pid);
  await work();
  const seconds = (performance.now() - started) / 1000;
  return (ticksOf(pid) - before) / ticksPerSecond / seconds;
}

function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in parentheses, may hold spaces; user and system time are 14 and 15.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
