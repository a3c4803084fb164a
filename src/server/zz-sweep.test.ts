import { appendFileSync } from "node:fs";
import { test } from "vitest";
import { describeEachDialect } from "../../tests/support/dialects.ts";
import { listRoutes } from "../../tests/support/list-routes.ts";
import { signInStaff } from "../../tests/support/staff.ts";
import { openTestApp } from "../../tests/support/test-app.ts";

const out = "/tmp/sweep.txt";
function bodies(size: number): [string, string, string][] {
  const J = "application/json",
    F = "application/x-www-form-urlencoded";
  const names = (n: number) =>
    Array.from({ length: n }, (_, i) => `n${i.toString(36)}=`)
      .join("&")
      .slice(0, size);
  const fill = (s: string) => s.repeat(Math.floor((size - 200) / s.length));
  return [
    ["nested [", J, fill("[")],
    ["nested balanced", J, "[".repeat(size / 2 - 1) + "]".repeat(size / 2 - 1)],
    ["nested obj", J, '{"a":'.repeat(size / 7) + "1" + "}".repeat(size / 7)],
    [
      "many names",
      J,
      "{" +
        Array.from({ length: size / 12 }, (_, i) => `"${i.toString(36)}":""`)
          .join(",")
          .slice(0, size - 20)
          .replace(/,[^,]*$/, "") +
        "}",
    ],
    [
      "email spaces",
      J,
      JSON.stringify({
        email: fill(" ") + "a",
        name: "x",
        message: "m",
        password: "p",
        token: "x",
      }),
    ],
    ["email a@a", J, JSON.stringify({ email: "a@" + fill("a."), password: fill("a") })],
    ["email @", J, JSON.stringify({ email: fill("@"), message: fill("\\n").slice(0, 1000) })],
    [
      "msg newline",
      J,
      JSON.stringify({ email: "a@example.com", name: "a", message: "\n".repeat(size / 2 - 200) }),
    ],
    [
      "msg http",
      J,
      JSON.stringify({ email: "a@example.com", name: "a", message: fill("http://") }),
    ],
    [
      "msg zwj",
      J,
      JSON.stringify({
        email: "a@example.com",
        name: "a",
        message: "\u200b".repeat(size / 3 - 200),
      }),
    ],
    [
      "name combining",
      J,
      JSON.stringify({
        email: "a@example.com",
        name: "a" + "\u0301".repeat(size / 2 - 200),
        firstName: "\u0301\u0316".repeat(size / 4 - 200),
        message: "m",
      }),
    ],
    ["proto", J, '{"__proto__":'.repeat(10) + "1" + "}".repeat(10)],
    ["form names", F, names(size)],
    ["form %", F, "a=" + fill("%")],
    ["form plus", F, "email=" + fill("+") + "&name=x"],
    ["form same", F, fill("a&")],
    ["form eq", F, fill("=")],
    ["form amp", F, fill("&")],
  ];
}
describeEachDialect("sweep", (_o, createDatabase) => {
  test("all", { timeout: 900_000 }, async () => {
    const app = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const routes = await listRoutes(app.app);
    const staff = await signInStaff(app, ["admin"]);
    let last = performance.now(),
      max = 0,
      on = true;
    const tick = () => {
      const n = performance.now();
      max = Math.max(max, n - last);
      last = n;
      if (on) void 0;
    };
    setImmediate(tick);
    const run = async (label: string, options: object) => {
      let best = Infinity,
        status = 0;
      for (let i = 0; i < 3; i++) {
        await new Promise((r) => setImmediate(r));
        await new Promise((r) => setImmediate(r));
        const c0 = process.threadCpuUsage();
        const r = await app.app
          .inject(options as never)
          .catch((e) => ({ statusCode: String(e).slice(0, 50) }));
        await new Promise((r) => setImmediate(r));
        status = r.statusCode as number;
        { const c = process.threadCpuUsage(c0); best = Math.min(best, (c.user + c.system) / 1000); }
        
      }
      appendFileSync(out, `${best.toFixed(0)}\t${status}\t${label}\n`);
    };
    const big = new Map([190].map((k) => [k, bodies(k * 1024)]));
    const F = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    for (let i = 0; i < 5; i++) await run("warm", { method: "POST", url: "/contact", payload: "email=a", headers: F });
    const all = new Map([190].map((k) => [k, bodies(k * 1024)]));
    for (const url of ["/contact", "/messages/x", "/careportal/get-started", "/api/submissions/ContactForm", "/api/portal/login", "/api/recruiting/care/draft"]) {
      await run("small " + url, { method: "POST", url, payload: "email=a", headers: F });
      for (const [label, type, payload] of all.get(190)!) await run(`POST ${url} ${label}`, { method: "POST", url, payload, headers: { ...F, "content-type": type } });
    }
    on = false;
  });
});
