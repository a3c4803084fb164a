import { expect, test } from "vitest";
import { ConfigError } from "../../platform/server/config/config.ts";
import { describeStartupError } from "./startup-error.ts";

test("a known error is one line with advice, without a stack", () => {
  const inUse = Object.assign(new Error("listen EADDRINUSE: 127.0.0.1:3000"), {
    code: "EADDRINUSE",
  });
  expect(describeStartupError(inUse)).toBe(
    "The server did not start: listen EADDRINUSE: 127.0.0.1:3000. Another program listens there. Set PORT to a free one.",
  );
});

test("an unknown error is one line too", () => {
  expect(describeStartupError(new Error("one\ntwo"))).toBe("The server did not start: one.");
  expect(describeStartupError("odd")).toBe("The server did not start: odd");
});

test("if several addresses of a name fail, all are reported", () => {
  const both = new AggregateError([new Error("::1 refused"), new Error("127.0.0.1 refused")]);
  expect(describeStartupError(Object.assign(both, { code: "ECONNREFUSED" }))).toBe(
    "The server did not start: ::1 refused; 127.0.0.1 refused. PostgreSQL does not respond. Check DATABASE_URL.",
  );
});

test("configuration errors are listed unchanged", () => {
  expect(describeStartupError(new ConfigError("These:\n  PORT: no"))).toBe("These:\n  PORT: no");
});
