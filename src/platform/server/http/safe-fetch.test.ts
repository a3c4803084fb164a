import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isPublicAddress, safeFetch } from "./safe-fetch.ts";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:10.0.0.1",
  "fe80::1",
  "fd00::1",
  "ff02::1",
  "64:ff9b::a00:1",
  "2001:db8::1",
  "2002:a00:1::1",
])("requests to %s are blocked", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["93.184.216.34", "172.32.0.1", "8.8.8.8", "2606:2800:220:1::1"])(
  "requests to %s are allowed",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const get = { method: "GET", allowLoopback: false } as const;

test.each([
  "http://127.0.0.1:9/",
  "http://localhost:9/",
  "http://[::1]:9/",
  "http://2130706433:9/",
  "http://0x7f.1:9/",
  "https://[::ffff:169.254.169.254]/latest",
  "https://169.254.169.254/latest",
])("%s is rejected before connecting", async (url) => {
  await expect(safeFetch({ ...get, url })).rejects.toMatchObject({ code: "REJECTED_ADDRESS" });
});

test("private networks stay blocked if local requests are allowed", async () => {
  const call = safeFetch({ ...get, url: "http://10.0.0.1/", allowLoopback: true });
  await expect(call).rejects.toMatchObject({ code: "REJECTED_ADDRESS" });
});

async function startCounting() {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    seen.push(request.headers.host ?? "");
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { seen, port: (server.address() as AddressInfo).port };
}

const own = { address: "127.0.0.1", family: 4 };
const inside = { address: "10.0.0.1", family: 4 };
const inside6 = { address: "fd00::1", family: 6 };

test.each([
  ["a private one after a permitted one", [own, inside]],
  ["a private one before a permitted one", [inside, own]],
  ["a private IPv6 one beside a permitted IPv4 one", [own, inside6]],
  ["none at all", []],
])("a name with several addresses is rejected unless all are allowed: %s", async (_what, all) => {
  const { seen, port } = await startCounting();
  const url = `http://ads.example:${port}/`;
  const call = safeFetch({ ...get, url, allowLoopback: true }, async () => all);
  await expect(call).rejects.toMatchObject({ code: "REJECTED_ADDRESS" });
  expect(seen).toEqual([]);
});

test("a name is resolved once: the connection uses the checked address", async () => {
  const { seen, port } = await startCounting();
  const answers = [[own], [inside]];
  // A second lookup would return another address (DNS rebinding).
  const resolve = async () => answers.shift() ?? [];
  const url = `http://ads.example:${port}/`;
  const answer = await safeFetch({ ...get, url, allowLoopback: true }, resolve);
  expect(answer).toEqual({ status: 200, text: "ok" });
  expect(seen).toEqual([`ads.example:${port}`]);
  expect(answers).toEqual([[inside]]);
});

test("an endless response is truncated; a missing response times out after five seconds", async () => {
  const server = http.createServer((request, response) => {
    if (request.url === "/silent") return;
    const timer = setInterval(() => response.write("x".repeat(100)), 1);
    response.on("close", () => clearInterval(timer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endless = await safeFetch({ ...get, url: `${origin}/endless`, allowLoopback: true });
  expect(endless).toEqual({ status: 200, text: "x".repeat(500) });
  const silent = safeFetch({ ...get, url: `${origin}/silent`, allowLoopback: true });
  await expect(silent).rejects.toMatchObject({ name: "AbortError" });
}, 20_000);

test("a redirect is not followed", async () => {
  const { seen, port } = await startCounting();
  const server = http.createServer((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await safeFetch({ ...get, url, allowLoopback: true })).toMatchObject({ status: 302 });
  expect(seen).toEqual([]);
});
