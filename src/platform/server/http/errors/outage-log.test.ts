import { fastify } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { OutageLog } from "./outage-log.ts";

test("an outage writes a line when it begins, one a minute, and one when it ends", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const { log } = fastify({ logger: { base: null, timestamp: false, stream } });
  const outages = new OutageLog(log);
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      outages.note("SQLITE_FULL", () => log.error("request failed"));
    }
  };
  const read = () => lines.splice(0).map((line) => JSON.parse(line));
  const more = { level: 50, code: "SQLITE_FULL", msg: "outage continues" };
  fail(3000);
  expect(read()).toEqual([{ level: 50, msg: "request failed" }]);
  vi.advanceTimersByTime(60_000);
  fail(20);
  vi.advanceTimersByTime(60_000);
  expect(read()).toEqual([
    { ...more, failures: 3000, seconds: 60 },
    { ...more, failures: 3020, seconds: 120 },
  ]);
  vi.advanceTimersByTime(600_000);
  const over = "outage is over: nothing has failed for a minute";
  expect(read()).toEqual([
    { level: 40, failures: 3020, seconds: 180, code: "SQLITE_FULL", msg: over },
  ]);
  fail(2);
  expect(read()).toEqual([{ level: 50, msg: "request failed" }]);
  outages.close();
  vi.advanceTimersByTime(600_000);
  expect(lines).toEqual([]);
});
