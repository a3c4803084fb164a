import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { readingGrade, sentences, words } from "../../../../tests/support/reading-grade.ts";
import { brand } from "../../../brand.ts";
import { facts, formatDate, formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { publicForms } from "../../messages/contract/forms/public-forms.ts";
import EndUserLicenseAgreement from "./end-user-license-agreement.page.tsx";
import Privacy from "./privacy.page.tsx";
import {
  accountCollections,
  applicationCollections,
  formCollections,
  technicalCollections,
} from "./privacy-collections.ts";
import TermsConditions from "./terms-conditions.page.tsx";

const { legal, carePlus, pro, commission, keep, privacyRequest } = facts;

function render(Page: ComponentType): string {
  return renderToStaticMarkup(<Page />);
}

function plainText(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** Text of each paragraph, list item and table cell without a nested one. */
function blocks(markup: string): string[] {
  const found = markup.matchAll(/<(p|li|td|caption)\b[^>]*>((?:(?!<(?:p|li|td)\b).)*?)<\/\1>/gs);
  return [...found].map((match) => plainText(match[2] ?? ""));
}

function summaryOf(markup: string): string[] {
  const box = markup.match(/aria-labelledby="in-short".*?<\/section>/s)?.[0] ?? "";
  return blocks(box).flatMap(sentences);
}

const pages = [
  {
    name: "terms",
    markup: render(TermsConditions),
    date: legal.termsEffective,
    label: "Effective",
  },
  { name: "privacy", markup: render(Privacy), date: legal.privacyUpdated, label: "Last updated" },
  {
    name: "license",
    markup: render(EndUserLicenseAgreement),
    date: legal.termsEffective,
    label: "Effective",
  },
];
const markupOf = (name: string) => pages.find((page) => page.name === name)?.markup ?? "";
const termsText = plainText(markupOf("terms"));
const privacy = markupOf("privacy");
const privacyText = plainText(privacy);

describe.each(pages)("$name", ({ markup, date, label }) => {
  const text = plainText(markup);

  test("shows its date as text and in a time element", () => {
    expect(text).toContain(`${label} ${formatDate(date)}`);
    expect(formatDate(date)).toBe("June 27, 2025");
    expect(markup).toContain(`dateTime="${date}"`);
  });

  test("names Colorado, both ages, 911 and who we are", () => {
    expect(text).toContain("Colorado");
    expect(text).toContain("under 13");
    expect(text).toContain("under 18");
    expect(text).toContain("parent or guardian");
    expect(text).toContain("call 911");
    expect(text).toContain("not medical advice");
    expect(text).toContain(`${brand.company} runs ${brand.name}`);
  });

  test("has every required section and our contact details", () => {
    const ids = ["who-we-are", "the-service", "fees-and-cancelling", "conduct", "liability"];
    for (const id of [...ids, "disputes-and-law", "changes", "contact"]) {
      expect(markup).toContain(`<section id="${id}"`);
    }
    expect(markup).toContain(`href="tel:${brand.phone.e164}"`);
    expect(markup).toContain('href="mailto:');
    expect(text).toContain(brand.postalAddress.street);
    expect(text.toLowerCase()).toContain("cancel anytime");
    expect(text).toContain("no hidden fees");
    expect(markup).toContain(`href="${paths.privacyRequest}"`);
  });

  test("has one h1, unique ids, and a target for every link of its contents", () => {
    expect(markup.match(/<h1\b/g)).toHaveLength(1);
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.length).toBeGreaterThan(10);
    expect(ids).toEqual(expect.arrayContaining(targets));
    const headings = [...markup.matchAll(/<h2[^>]*>(\d+\. [^<]+)</g)].map((match) => match[1]);
    expect(headings).toHaveLength(targets.length);
  });

  test("has a summary of five sentences at reading grade 8 or lower", () => {
    const summary = summaryOf(markup);
    expect(summary).toHaveLength(5);
    expect(readingGrade(summary)).toBeLessThanOrEqual(8);
  });

  test("keeps to 25 words a sentence and to reading grade 6", () => {
    const all = blocks(markup).flatMap(sentences);
    const tooLong = all.filter((sentence) => words(sentence).length > 25);
    expect(tooLong).toEqual([]);
    const whole = all.filter((sentence) => words(sentence).length >= 5);
    expect(readingGrade(whole)).toBeLessThanOrEqual(6);
  });

  test("uses neither inline styles nor banned words", () => {
    expect(markup).not.toContain("style=");
    expect(text).not.toMatch(
      /seamless|empower|leverage|ecosystem|elderly|seniors|suffering|lawyer/i,
    );
  });
});

test.each(["terms", "license"])("%s lists every fee", (name) => {
  const text = plainText(markupOf(name));
  for (const plan of [carePlus, pro]) {
    expect(text).toContain(`${formatPrice(plan.monthlyCents)} a month`);
    expect(text).toContain(`${formatPrice(plan.annualCents)} a year`);
  }
  expect(text).toContain(`${commission.nonMemberPercent}% of each completed job`);
  expect(text).toContain("keep 100% of what you earn");
});

test("the terms promise payouts and fair rules as specified", () => {
  expect(termsText).toContain("same-day or next-day");
  expect(termsText).toContain("Saying no to a job is free");
  expect(termsText).toContain("Ratings come from real work only.");
});

describe("the privacy policy", () => {
  const all = [
    ...formCollections,
    ...accountCollections,
    ...applicationCollections,
    ...technicalCollections,
  ];

  test.each(all)("describes: $name", ({ name, holds, why, keeps, seenBy }) => {
    expect(privacyText).toContain(name);
    for (const cell of [holds, why, keeps, seenBy]) {
      expect(cell).toMatch(/\.$/);
      expect(privacyText).toContain(cell);
    }
  });

  test("names every stored collection of the specification", () => {
    const stored = [
      ...publicForms.map(({ form }) => form.collection),
      "NewsletterRegistration",
      "Users",
      "Users/CompletedRequests",
      "ProfilePicture",
      "CareApplications",
      "ProApplications",
      "RecruitingWaitlist",
      "Email",
      "PhoneCalls",
      "OurEmails",
      "Texts",
      "OurTexts",
      "AppMessages",
    ];
    const named = all.flatMap(({ record }) => record ?? []);
    expect(named.toSorted()).toEqual(stored.toSorted());
    for (const { name } of all) expect(privacyText).toContain(name);
    for (const { form } of publicForms) expect(privacyText).not.toContain(form.collection);
  });

  test("says how to delete data in the app, on the site and by form", () => {
    expect(privacyText).toContain("In the app.");
    expect(privacyText).toContain("On this website.");
    expect(privacy).toContain(`href="${paths.privacyRequest}"`);
    expect(privacyText).toContain("unsubscribe");
  });

  test("states deadlines, rights, the opt-out signal and what we never sell", () => {
    expect(privacyText).toContain(`not sent after ${keep.draftDays} days`);
    expect(privacyText).toContain(
      `résumé goes after ${keep.draftFileHours} hours without a change`,
    );
    expect(privacyText).toContain(`works for ${keep.continueLinkDays} days`);
    expect(privacyText).toContain(`within ${privacyRequest.answer} days`);
    expect(privacyText).toContain("appeal");
    expect(privacyText).toContain("Attorney General of Colorado");
    expect(privacyText).toContain("Global Privacy Control");
    expect(privacyText).toContain("We do not sell your data.");
    expect(privacyText).toContain("Your card number goes to the card payment provider");
    expect(privacyText).toContain("do not knowingly collect personal data from anyone under 13");
  });
});
