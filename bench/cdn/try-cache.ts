import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { deskPaths } from "../../src/contract/desk/paths.ts";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/forms/submission.ts";
import { paths } from "../../src/contract/paths.ts";
import { apiPaths } from "../../tests/support/api-paths.ts";
import { validValues } from "../../tests/support/form-values.ts";
import { newAccount } from "../../tests/support/portal.ts";
import { type Visit, visit } from "./visitor.ts";

const cached = ["MISS", "HIT"];
const encodings = ["br", "gzip", "identity"];
const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

/** What a check found wrong, one line each. */
export type Errors = string[];

/** Cache status that the shipped configuration reports in a header. */
function cacheOf({ headers }: Visit): string {
  return headers["x-cache"] ?? "none";
}

/** Checks that public pages come from the cache, in each encoding equal to the server's. */
export async function tryPages(site: string, server: string): Promise<Errors> {
  const errors: Errors = [];
  const sitemap = String((await visit(server, "/sitemap.xml")).body);
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  // Not cached: the server records the start of each application.
  const noted: readonly string[] = [paths.careGetStarted, paths.proGetStarted];
  for (const page of pages) {
    for (const encoding of encodings) {
      const headers = { "accept-encoding": encoding };
      const direct = await visit(server, page, { headers });
      const visits = [await visit(site, page, { headers }), await visit(site, page, { headers })];
      const found = visits.map(cacheOf).join();
      const expected = noted.includes(page) ? "MISS,MISS" : cached.join();
      if (found !== expected) errors.push(`${page} in ${encoding}: ${found}`);
      if (noted.includes(page)) continue;
      for (const one of visits) {
        const isSame =
          one.body.equals(direct.body) &&
          ["content-encoding", "content-security-policy", "etag", "cache-control", "vary"].every(
            (name) => one.headers[name] === direct.headers[name],
          );
        if (!isSame) errors.push(`${page} in ${encoding} differs from the server's`);
      }
      const again = { ...headers, "if-none-match": direct.headers.etag ?? "" };
      const { status } = await visit(site, page, { headers: again });
      if (status !== 304) errors.push(`${page} in ${encoding}, unchanged: ${status}`);
    }
  }
  return errors;
}

/** Checks that hashed files come from the cache, even with cookies, and private responses never. */
export async function tryOthers(site: string, asset: string): Promise<Errors> {
  const errors: Errors = [];
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) errors.push(`${what}: ${found}`);
  };
  await visit(site, asset);
  const kept = await visit(site, asset, { headers: { cookie: "session=abc" } });
  expect("a hashed file, with a cookie", cacheOf(kept), "HIT");
  const missing = [paths.home.concat("no-such-street"), "/assets/missing.js", "/api/missing"];
  for (const address of missing) {
    await visit(site, address);
    const again = await visit(site, address);
    expect(address, `${again.status} ${cacheOf(again)}`, "404 MISS");
  }
  const own = [paths.profile, paths.login, paths.reading, deskPaths.overview, apiPaths.session];
  for (const address of [...own, `${paths.contact}?sent=234567AC`, "/robots.txt"]) {
    await visit(site, address);
    expect(address, /HIT|STALE/.test(cacheOf(await visit(site, address))), false);
  }
  expect("/metrics", (await visit(site, "/metrics")).status, 404);
  return errors;
}

/** Checks two signed-in people, a visitor with larger text, and one without cookies. */
export async function tryVisitors(site: string): Promise<Errors> {
  const errors: Errors = [];
  const people = await Promise.all(
    ["ada", "bob"].map(async (name) => {
      const email = `${name}@example.com`;
      const body = JSON.stringify({ ...newAccount, email });
      const { cookies } = await visit(site, apiPaths.createAccount, {
        method: "POST",
        headers: { ...json, "sec-fetch-site": "same-origin" },
        body,
      });
      return { email, cookie: cookies.map((text) => text.split(";")[0]).join("; ") };
    }),
  );
  const emails = people.map(({ email }) => email);
  // In both orders, with the cache empty and full.
  for (const page of [paths.support, paths.dataRequest, paths.support]) {
    for (const { email, cookie } of people) {
      const shown = await visit(site, page, { headers: { cookie } });
      const seen = emails.filter((one) => shown.body.includes(one)).join();
      if (seen !== email) errors.push(`${page} of ${email} shows "${seen}"`);
      if (cacheOf(shown) !== "none") errors.push(`${page} with a session: ${cacheOf(shown)}`);
    }
    const stranger = await visit(site, page);
    if (emails.some((one) => stranger.body.includes(one))) errors.push(`${page} shows an account`);
  }
  const large = await visit(site, paths.support, { headers: { cookie: "reading=t150" } });
  if (!large.body.includes('<html class="t150"')) errors.push("larger text is not applied");
  const usual = await visit(site, paths.support);
  if (usual.body.includes('<html class="')) errors.push("larger text is applied for others");
  const etag = large.headers.etag ?? "";
  const again = await visit(site, paths.support, {
    headers: { cookie: "reading=t150", "if-none-match": etag },
  });
  if (again.status !== 304) errors.push(`larger text, unchanged: ${again.status}`);
  return errors;
}

/** Checks forms with and without scripts, from visitors with and without cookies. */
export async function tryForms(site: string): Promise<Errors> {
  const errors: Errors = [];
  const values = validValues(contactForm);
  const stored = await visit(site, submissionPath(contactForm.collection), {
    method: "POST",
    headers: json,
    body: JSON.stringify(values),
  });
  if (stored.status !== 201) errors.push(`with scripts: ${stored.status}`);
  const thanks: string[] = [];
  for (const cookie of ["", "reading=t150"]) {
    const sent = await visit(site, paths.contact, {
      method: "POST",
      headers: { ...form, ...(cookie && { cookie }) },
      body: new URLSearchParams({ ...values, message: `Cookie ${cookie}` }).toString(),
    });
    const { location = "" } = sent.headers;
    if (sent.status !== 303) errors.push(`without scripts, cookie "${cookie}": ${sent.status}`);
    const thanked = await visit(site, location, { headers: cookie ? { cookie } : {} });
    const reference = location.split("=")[1] ?? "none";
    if (!thanked.body.includes(reference)) errors.push(`${location} does not show its reference`);
    thanks.push(reference);
  }
  if (new Set(thanks).size !== 2) errors.push("two forms got one reference");
  const invalid = await visit(site, paths.contact, {
    method: "POST",
    headers: form,
    body: "name=",
  });
  if (invalid.status !== 422 && invalid.status !== 400) errors.push(`invalid: ${invalid.status}`);
  if (cacheOf(await visit(site, paths.contact)) === "none") errors.push("the form is not cached");
  return errors;
}

/** Checks that the server uses the address that nginx saw, whatever header the visitor sends. */
export async function tryAddresses(site: string, databaseFile: string): Promise<Errors> {
  const send = (from: string, claimed?: string) =>
    visit(site, submissionPath(contactForm.collection), {
      method: "POST",
      headers: { ...json, ...(claimed && { "x-forwarded-for": claimed }) },
      body: JSON.stringify({ ...validValues(contactForm), message: `From ${from} ${claimed}` }),
      from,
    });
  const senders = ["127.1.0.1", "127.2.0.1"] as const;
  await send(senders[0]);
  for (const claimed of ["192.0.2.1", "192.0.2.2, 198.51.100.7"]) await send(senders[0], claimed);
  await send(senders[1], senders[0]);
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const hashes = (address: string) =>
    database
      .prepare("select distinct address_hash from submissions where data like ?")
      .all(`%From ${address} %`)
      .map((row) => String(row.address_hash));
  const [one, other] = senders.map(hashes) as [string[], string[]];
  database.close();
  const isRight = one.length === 1 && other.length === 1 && one[0] !== other[0];
  return isRight
    ? []
    : [`${one.length} and ${other.length} addresses instead of one for each visitor`];
}

/** Polls until the response matches or the limit has passed. @returns milliseconds */
export async function untilShown(
  site: string,
  page: string,
  fits: (shown: Visit) => boolean,
  limitMs: number,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const shown = await visit(site, page);
    const ms = performance.now() - started;
    if (fits(shown) || ms > limitMs) return ms;
    await wait(50);
  }
}
