import { expect, test } from "vitest";
import { emailForm } from "../../src/features/messages/contract/forms/email.ts";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import { inboxForms } from "../../src/features/messages/contract/inbox.ts";
import {
  describeSpamReason,
  spamReasons,
} from "../../src/features/messages/contract/spam-reasons.ts";
import {
  conversionEventNames,
  describeConversionReason,
} from "../../src/features/recruiting/contract/origin.ts";
import { waitlistForm } from "../../src/features/recruiting/contract/waitlist-form.ts";

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    "../../src/platform/contract/desk/**/*.ts",
    "../../src/features/{customers,integrations,messages,privacy,recruiting,staff}/contract/**/*.ts",
    "../../src/features/newsletter/contract/{newsletter-desk,subscriber-states}.ts",
    // Names of fields and codes of the public pages, which have no text.
    "!**/{application-status,conversations,recruiting-endpoints}.ts",
    "!**/*.test.ts",
  ],
  { eager: true },
);

/** Every exported list of codes, and every exported map from codes to texts, by name. */
const exported = Object.values(modules).flatMap((one) => Object.entries(one));
const isText = (value: unknown): value is string => typeof value === "string";
const maps = exported.filter(
  (one): one is [string, Record<string, string>] =>
    /(Names|Labels|Forms|Reasons|Topics)$/.test(one[0]) &&
    typeof one[1] === "object" &&
    one[1] !== null &&
    !Array.isArray(one[1]) &&
    // Names that programs use.
    !(one[1] instanceof Map) &&
    Object.values(one[1]).every(isText),
);
const lists = exported.filter(
  (one): one is [string, string[]] =>
    Array.isArray(one[1]) && one[1].length > 1 && one[1].every(isText),
);

test.each(maps)("each text of %s is written for people", (_name, texts) => {
  expect(Object.keys(texts).length).toBeGreaterThan(1);
  for (const [code, text] of Object.entries(texts)) {
    // "none" says nothing.
    if (code === "none" && text === "") continue;
    expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z]/)]);
    expect([code, text]).toEqual([code, expect.not.stringMatching(/[a-z][-_][a-z]+[-_]|_/)]);
  }
});

test("there is a text for each code of each list", () => {
  const known = new Set(maps.flatMap(([, texts]) => Object.keys(texts)));
  expect(maps.length).toBeGreaterThan(12);
  for (const [name, codes] of lists) {
    const areCodes = codes.every((code) => /^[a-z]+(-[a-z]+)*$/.test(code));
    // Names of a query are no values.
    if (!areCodes || name.endsWith("FilterNames") || name === "permissionNames") continue;
    expect([name, codes.filter((code) => !known.has(code))]).toEqual([name, []]);
  }
});

test("every form whose records become messages has a name", () => {
  const collections = [...publicForms.map(({ form }) => form.collection), emailForm.collection];
  const others: readonly string[] = [waitlistForm.collection];
  expect(collections.filter((one) => !(one in inboxForms) && !others.includes(one))).toEqual([]);
});

test("no reason is shown as its code", () => {
  for (const code of Object.keys(spamReasons)) expect(describeSpamReason(code)).not.toContain(code);
  expect(describeSpamReason("new-check")).toBe("An automatic check marked it");
  expect(Object.keys(conversionEventNames)).toHaveLength(5);
  const reasons = ["answer 503", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT", "no click id"];
  expect(reasons.map(describeConversionReason)).toEqual([
    "the ad company answered 503",
    "the ad company could not be reached",
    "the ad company could not be reached",
    "the visit came without a click ID",
  ]);
});
