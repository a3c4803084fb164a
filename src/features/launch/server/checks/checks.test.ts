import { expect, test } from "vitest";
import { brand } from "../../../../brand.ts";
import type { Finding } from "../check.ts";
import { checkHsts, checkProbe } from "./address.ts";
import { checkDkim, checkDmarc, checkSpf } from "./email.ts";
import {
  checkEvidence,
  checkLegalDates,
  findPlaceholders,
  findUnfinished,
  textOf,
} from "./words.ts";

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const report = { evidence: "Report 4" };
const probe = { trusts: true, forwarded: 2, isDeceived: false, isHttps: true };
const evidence = (reviewBy: string | null, now: string) =>
  checkEvidence({ ...report, reviewBy }, "Name it.", day(now));
const dates = (termsEffective: string, privacyUpdated: string) =>
  checkLegalDates({ termsEffective, privacyUpdated }, day("2026-11-28"));

const findings: readonly [name: string, Finding, Finding["state"]][] = [
  ["SPF that ends with -all", checkSpf("a.com", ["x", "v=spf1 include:b.com -all"]), "ok"],
  ["SPF of another domain", checkSpf("a.com", ["v=spf1 redirect=_spf.b.com"]), "ok"],
  ["SPF for everybody", checkSpf("a.com", ["v=spf1 +all"]), "wrong"],
  ["SPF without an end", checkSpf("a.com", ["v=spf1 mx"]), "wrong"],
  ["two SPF records", checkSpf("a.com", ["v=spf1 -all", "v=spf1 ~all"]), "wrong"],
  ["no SPF", checkSpf("a.com", ["v=spf10 -all"]), "wrong"],
  ["DMARC that rejects", checkDmarc("a.com", ["v=DMARC1; p=reject"]), "ok"],
  ["DMARC that only reports", checkDmarc("a.com", ["v=DMARC1;p=none"]), "todo"],
  ["DMARC for subdomains only", checkDmarc("a.com", ["v=DMARC1; sp=reject"]), "todo"],
  ["no DMARC", checkDmarc("a.com", []), "wrong"],
  ["DKIM of the domain", checkDkim("a.com", "mail.a.com", ["v=DKIM1; p=MIG"]), "ok"],
  ["DKIM of the parent", checkDkim("mail.a.com", "a.com", ["p=MIG"]), "ok"],
  ["DKIM of another", checkDkim("a.com", "evila.com", ["p=MIG"]), "wrong"],
  ["a revoked DKIM key", checkDkim("a.com", "a.com", ["v=DKIM1; p="]), "wrong"],
  ["no DKIM key", checkDkim("a.com", "a.com", []), "wrong"],
  ["HSTS for all", checkHsts("max-age=31536000; includeSubDomains"), "ok"],
  ["HSTS without subdomains", checkHsts("max-age=63072000"), "wrong"],
  ["HSTS of a day", checkHsts("includeSubDomains; max-age=86400"), "wrong"],
  ["no HSTS", checkHsts(undefined), "wrong"],
  ["a proxy that appends", checkProbe(probe), "ok"],
  ["a proxy that replaces", checkProbe({ ...probe, forwarded: 1 }), "ok"],
  ["a proxy that passes on", checkProbe({ ...probe, forwarded: 1, isDeceived: true }), "wrong"],
  ["a proxy that removes", checkProbe({ ...probe, forwarded: 0 }), "wrong"],
  ["a proxy that hides https", checkProbe({ ...probe, isHttps: false }), "wrong"],
  ["a server that trusts no proxy", checkProbe({ ...probe, trusts: false }), "wrong"],
  ["evidence on its last day", evidence("2026-11-28", "2026-11-28"), "ok"],
  ["evidence past its date", evidence("2026-11-27", "2026-11-28"), "wrong"],
  ["evidence without a date", evidence(null, "2026-11-28"), "todo"],
  ["evidence with a date that is none", evidence("soon", "2026-11-28"), "todo"],
  ["no evidence", checkEvidence({ evidence: " ", reviewBy: null }, "Name it.", 0), "todo"],
  ["legal pages of this year", dates("2024-01-01", "2026-11-01"), "ok"],
  ["an old privacy policy", dates("2024-01-01", "2025-11-01"), "todo"],
  ["terms of tomorrow", dates("2026-11-30", "2026-11-01"), "wrong"],
];

test.each(findings)("%s", (_name, { state, next }, expected) => {
  expect([state, next === null]).toEqual([expected, expected === "ok"]);
});

test("each example in brand.ts is found, and nothing else", () => {
  const states = Object.entries(findPlaceholders(brand)).map(([id, { state }]) => [id, state]);
  expect(Object.fromEntries(states)).toEqual({
    phone: "wrong",
    email: "wrong",
    postalAddress: "wrong",
    testimonials: "wrong",
    articles: "wrong",
    apps: "todo",
    checkout: "todo",
  });
  const real = { ...brand, phone: { e164: "+13034441212" }, memberLine: null };
  expect(findPlaceholders(real).phone?.state).toBe("ok");
  const shop = { title: "Help at home", url: "https://example-news.org/press/example.com" };
  expect(findPlaceholders({ ...brand, articles: [shop] }).articles?.state).toBe("ok");
});

test("unfinished words are found in the text of a page, not in its markup", () => {
  const page = `<head><title>TODO</title></head><main class="DRAFT"><p>We [name of the company]
    keep data for TBD days, for example a draft.</p><script>XXX</script></main>`;
  expect(findUnfinished(textOf(page))).toEqual(["[name of the company]", "TBD"]);
});
