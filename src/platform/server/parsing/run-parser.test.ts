import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import type * as testParsers from "../../../../tests/support/test-parsers.ts";
import { type Parser, parserLimits, runParser, waitForParsers } from "./run-parser.ts";

const module = new URL("../../../../tests/support/test-parsers.ts", import.meta.url);
const countBytes: Parser<typeof testParsers.countBytes> = { module, name: "countBytes" };
const bytes = new Uint8Array(1000);
const small = { bytes: 1000, names: 0 };

test("a parser runs in a process that the next input uses too, without the environment", async () => {
  const first = await runParser(countBytes, bytes);
  expect(first).toMatchObject({ kind: "value", value: small });
  expect(await runParser(countBytes, bytes)).toEqual(first);
});

test.each([
  ["loopForever", "timeout"],
  ["waitForever", "timeout"],
  ["fillMemory", "out-of-memory"],
  ["fillMemoryAtOnce", "out-of-memory"],
  ["fail", "failed"],
  ["noSuchParser", "failed"],
] as const)("%s ends as %s, and the next input is parsed", async (name, kind) => {
  const timeMs = kind === "timeout" ? 100 : 60_000;
  const parser: Parser<(text: string) => unknown> = { module, name, timeMs };
  // Starts the process, so that only the parser is measured.
  await runParser(countBytes, bytes);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  expect(await runParser(parser, "no")).toMatchObject({ kind });
  delay.disable();
  expect(delay.percentile(90) / 1e6).toBeLessThan(50);
  expect(await runParser(countBytes, bytes)).toMatchObject({ kind: "value", value: small });
});

test("more inputs than may wait are rejected as busy, the others are parsed", async () => {
  const slow: Parser<() => Promise<void>> = { module, name: "waitForever", timeMs: 20 };
  const all = Array.from({ length: parserLimits.processes + parserLimits.waiting + 2 }, () =>
    runParser(slow, undefined as never),
  );
  const results = await Promise.allSettled(all);
  const rejected = results.filter(({ status }) => status === "rejected");
  expect(rejected).toMatchObject(Array(2).fill({ reason: { body: { code: "busy" } } }));
  expect(await runParser(countBytes, bytes)).toMatchObject({ kind: "value" });
});

test("waiting ends when the inputs that are being parsed are done; later ones are parsed too", async () => {
  const running = runParser(countBytes, bytes);
  await waitForParsers();
  expect(await running).toMatchObject({ kind: "value" });
  expect(await runParser(countBytes, bytes)).toMatchObject({ kind: "value" });
});
