import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "../../src/brand.ts";
import { claims as trustClaims } from "../../src/claims.ts";
import {
  annualSavingCents,
  facts,
  formatDate,
  formatPrice,
} from "../../src/platform/contract/facts.ts";
import { paths } from "../../src/platform/contract/paths.ts";

/** The text of a built page's main element. */
function readPage(page: string): string {
  const name = page === paths.home ? "index" : page.slice(1);
  const html = readFileSync(path.resolve("dist/pages", `${name}.html`), "utf8");
  return html
    .replace(/^.*<main[^>]*>|<\/main>.*$/gs, "")
    .replace(/<script[^>]*>.*?<\/script>/gs, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

/** Whether a text contains words, ignoring case; "..." matches up to 80 characters. */
function says(text: string, words: string): boolean {
  const parts = words.split(" ... ").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".{0,80}"), "i").test(text);
}

const { commission, carePlus, pro, legal } = facts;

/** Specified claims; both the audience's page and /platform must make them. */
const claims: readonly [page: string, words: string][] = [
  [paths.home, "app ... phone call or ... text"],
  [paths.home, "vetted provider"],
  [paths.home, "caregiver"],
  [paths.home, "The Hub"],
  [paths.home, "shared tasks"],
  [paths.home, "appointments"],
  [paths.home, "updates"],
  [paths.home, "vault ... documents ... passwords"],
  [paths.home, "who sees what"],
  [paths.home, "community"],
  [paths.home, "brain games"],
  [paths.home, brand.carePlus],
  [paths.home, "background checks"],
  [paths.home, "ID verification"],
  [paths.home, "scam alerts"],
  [paths.home, "encrypted payments"],
  [paths.home, "sell"],
  [paths.home, "HIPAA"],
  [paths.home, "SOC 2"],
  [paths.caregivers, "scheduling"],
  [paths.caregivers, "team communication"],
  [paths.caregivers, "AI-generated session reports"],
  [paths.caregivers, "documentation"],
  [paths.caregivers, "client management"],
  [paths.caregivers, "health tracking"],
  [paths.caregivers, "errands"],
  [paths.caregivers, "transport"],
  [paths.caregivers, "wellness"],
  [paths.caregivers, "learning portal"],
  [paths.caregivers, "HIPAA"],
  [paths.providers, "rideshare, task and delivery ... in one app"],
  [paths.providers, "in-app ... messag"],
  [paths.providers, "card payment"],
  [paths.providers, "US-based support"],
  [paths.providers, "direct support line"],
  [paths.providers, `${commission.nonMemberPercent}%`],
  [paths.providers, "100%"],
  [paths.providers, brand.pro],
  [paths.providers, "same-day or next-day"],
  [paths.providers, "real work"],
  [paths.providers, "random"],
  [paths.providers, "declin"],
];

test.each(claims)("%s and /platform state: %s", (page, words) => {
  expect(says(readPage(page), words), page).toBe(true);
  expect(says(readPage(paths.platform), words), paths.platform).toBe(true);
});

/** Other text that is specified for a page. */
const words: readonly [page: string, words: string][] = [
  [paths.families, "pay only when"],
  [paths.families, "transparent pric"],
  [paths.families, "real-time updates"],
  [paths.families, "messag"],
  [paths.families, "audio"],
  [paths.families, "video"],
  [paths.families, "document"],
  [paths.families, "same-day or next-day"],
  [paths.caregivers, "flexible scheduling"],
  [paths.platform, "One Ecosystem. Total Independence."],
  [paths.platform, `${formatPrice(carePlus.monthlyCents)} a month`],
  [paths.platform, `${formatPrice(carePlus.annualCents)} a year`],
  [paths.platform, `${formatPrice(pro.monthlyCents)} a month`],
  [paths.platform, `${formatPrice(pro.annualCents)} a year`],
  [paths.carePlus, `Explore ${brand.carePlus} Plans`],
  [paths.carePlus, formatPrice(carePlus.monthlyCents)],
  [paths.carePlus, formatPrice(carePlus.annualCents)],
  [paths.carePlus, formatPrice(annualSavingCents(carePlus))],
  [paths.carePlus, `save over ${carePlus.savesOverPercent}%`],
  [paths.carePlus, "cancel anytime"],
  [paths.carePlus, "no hidden fees"],
  [paths.carePlus, "on-demand caregivers"],
  [paths.carePlus, "video call"],
  [paths.carePlus, "24/7 support"],
  [paths.carePlus, "collaboration hub"],
  [paths.carePlus, "complete privacy control"],
  [paths.carePlus, "effortless information share"],
  [paths.carePlus, "health and support"],
  [paths.pro, "Pay-As-You-Go"],
  [paths.pro, `${commission.nonMemberPercent}% ... per task`],
  [paths.pro, formatPrice(pro.monthlyCents)],
  [paths.pro, formatPrice(pro.annualCents)],
  [paths.pro, "Most Popular"],
  [paths.pro, `Save ${pro.savesPercent}%`],
  [paths.pro, "keep 100%"],
  [paths.pro, "same-day payout"],
  [paths.pro, `up to ${commission.othersUpToPercent}%`],
  [paths.investors, "Fuel Innovation"],
  [paths.investors, "Expand Our Reach"],
  [paths.investors, "Grow Our Team"],
  [paths.investors, "Schedule a Demo"],
  [paths.terms, formatDate(legal.termsEffective)],
  [paths.terms, legal.governingState],
  [paths.privacy, formatDate(legal.privacyUpdated)],
  [paths.support, "Web Support Portal"],
  [paths.contact, "Get In Touch"],
  [paths.success, "Success!"],
  [paths.reauth, "All Set"],
];

test.each(words)("%s says: %s", (page, expected) => {
  expect(says(readPage(page), expected)).toBe(true);
});

test("an annual plan saves at least what its page says", () => {
  const saved = (plan: { monthlyCents: number; annualCents: number }) =>
    (annualSavingCents(plan) / (plan.monthlyCents * 12)) * 100;
  expect(saved(carePlus)).toBeGreaterThan(carePlus.savesOverPercent);
  expect(saved(pro)).toBeGreaterThanOrEqual(pro.savesPercent);
});

test.each(trustClaims)("a page makes the claim of src/claims.ts: $title", ({ words }) => {
  expect(words.some((word) => says(readPage(paths.platform), word))).toBe(true);
});
