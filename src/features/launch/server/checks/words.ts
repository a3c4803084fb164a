import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { brand } from "../../../../brand.ts";
import { type Claim, type Confirmation, claims, confirmations } from "../../../../claims.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { facts, formatDate } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { unrealHost } from "../../../../platform/server/config/doubtful-settings.ts";
import { builtSite } from "../../../../platform/server/open-context.ts";
import { type Check, type Finding, ok, todo, wrong } from "../check.ts";

/** Numbers kept for fiction: 555-0100 to 555-0199. */
const fictional = /^\+1\d{3}55501\d\d$/;

const file = "src/brand.ts";

/** What an owner writes into the code; tests have other words. */
export interface OwnersWords {
  readonly brand: Brand;
  readonly claims: readonly Claim[];
  readonly confirmations: readonly Confirmation[];
  /** YYYY-MM-DD. */
  readonly legal: { readonly termsEffective: string; readonly privacyUpdated: string };
  /** The text of each built page, by its file's name. */
  readonly readPages: () => Promise<ReadonlyMap<string, string>>;
}

/** Those of this build. */
export const ownWords: OwnersWords = {
  brand,
  claims,
  confirmations,
  legal: facts.legal,
  async readPages() {
    const folder = path.join(builtSite, "pages");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".html"));
    const read = async (name: string) => {
      const text = textOf(await readFile(path.join(folder, name), "utf8"));
      return [name.slice(0, -".html".length), text] as const;
    };
    return new Map(await Promise.all(names.map(read)));
  },
};

/** The part of `brand` that has examples. */
interface Brand {
  readonly phone: { readonly e164: string };
  readonly memberLine: { readonly e164: string } | null;
  readonly email: Readonly<Record<string, string>>;
  readonly postalAddress: { readonly street: string };
  readonly apps: Readonly<Record<"main" | "caregiver" | "provider", typeof brand.apps.main>>;
  readonly carePlusCheckout: Readonly<Record<string, string | null>>;
  readonly testimonials: readonly { readonly who: string }[];
  readonly articles: readonly { readonly title: string; readonly url: string }[];
}

/** What is still an example. Each has a name of `brand`. */
export function findPlaceholders(of: Brand): Readonly<Record<string, Finding>> {
  const { phone, memberLine, email, postalAddress, apps, testimonials, articles } = of;
  const numbers = [phone.e164, ...(memberLine ? [memberLine.e164] : [])];
  const unrealEmails = Object.values(email).filter((one) =>
    unrealHost.test(one.split("@").at(-1) ?? ""),
  );
  const examples = testimonials.filter(({ who }) => /example/i.test(who)).length;
  const madeUp = articles.filter(
    ({ title, url }) => /example/i.test(title) || unrealHost.test(URL.parse(url)?.hostname ?? ""),
  );
  const missing = [apps.main, apps.caregiver, apps.provider].flatMap((app) => [
    ...(app.appStore === null ? [`${app.name} in the App Store`] : []),
    ...(app.googlePlay === null ? [`${app.name} on Google Play`] : []),
  ]);
  const unsold = Object.entries(of.carePlusCheckout).filter(([, url]) => url === null);
  return {
    phone: numbers.some((number) => fictional.test(number))
      ? wrong(
          "A phone number is one of those kept for films.",
          `Set phone and memberLine in ${file}.`,
        )
      : ok("The phone numbers can be real."),
    email:
      unrealEmails.length > 0
        ? wrong(
            `${unrealEmails.length} email addresses cannot receive email.`,
            `Set email in ${file}.`,
          )
        : ok("The email addresses can be real."),
    postalAddress: /example/i.test(postalAddress.street)
      ? wrong("The postal address is an example.", `Set postalAddress in ${file}.`)
      : ok("The postal address is no example."),
    testimonials:
      examples > 0
        ? wrong(
            `${examples} testimonials are marked as examples.`,
            `Replace testimonials in ${file} by what customers said and agreed to, or empty the list: invented ones are forbidden (16 CFR 465).`,
          )
        : ok("No testimonial is marked as an example."),
    articles:
      madeUp.length > 0
        ? wrong(
            `${madeUp.length} press articles are examples.`,
            `Replace articles in ${file}, or empty the list.`,
          )
        : ok("No press article is an example."),
    apps:
      missing.length > 0
        ? todo(
            `${missing.length} links are missing, such as ${missing[0]}.`,
            `Set apps in ${file}; until then the pages say “coming soon”.`,
          )
        : ok("Every app has its links to the stores."),
    checkout:
      unsold.length > 0
        ? todo(
            "The buttons of the plans lead to a section on how to join.",
            `Set carePlusCheckout in ${file} when the plans are sold.`,
          )
        : ok("The buttons of the plans lead to the checkout."),
  };
}

const titles: Readonly<Record<string, string>> = {
  phone: "Phone numbers",
  email: "Email addresses",
  postalAddress: "Postal address",
  testimonials: "Testimonials",
  articles: "Press articles",
  apps: "Links to the app stores",
  checkout: "Checkout of the plans",
};

function checkPlaceholders(of: Brand): Check[] {
  const findings = Object.entries(findPlaceholders(of));
  return findings.map(([id, finding]) => ({
    id: `words-${id}`,
    area: "Words on the pages",
    title: titles[id] ?? id,
    find: () => finding,
  }));
}

/** Words of a text that nobody meant to publish. */
const unfinished = /\b(?:Example|EXAMPLE|Lorem|TODO|TBD|DRAFT|XXX)\b|\[[A-Za-z][^\]]{0,60}\]/g;

/** The text of a page's main part, with spaces for its markup. */
export function textOf(html: string): string {
  const main = html.slice(Math.max(0, html.indexOf("<main")), html.lastIndexOf("</main>"));
  return main
    .split("<")
    .filter((part) => !/^(?:script|style)\b/.test(part))
    .map((part) => part.slice(part.indexOf(">") + 1))
    .join(" ")
    .replace(/\s+/g, " ");
}

export function findUnfinished(text: string): string[] {
  return [...new Set(text.match(unfinished) ?? [])];
}

const legalPages = [paths.terms, paths.privacy, paths.license].map((page) => page.slice(1));

const checkLegalWords = ({ readPages }: OwnersWords): Check => ({
  id: "legal-words",
  area: "Words on the pages",
  title: "Unfinished words in the legal pages",
  async find() {
    const pages = await readPages();
    const found = legalPages.flatMap((page) =>
      findUnfinished(pages.get(page) ?? "").map((word) => `“${word}” on /${page}`),
    );
    if (found.length === 0) return ok("None was found.");
    return wrong(`Found: ${found.join(", ")}.`, "Replace them; most come from src/brand.ts.");
  },
});

const factsFile = "src/platform/contract/facts.ts";

/** @param dates YYYY-MM-DD @param now milliseconds since 1970 */
export function checkLegalDates(
  { termsEffective, privacyUpdated }: OwnersWords["legal"],
  now: number,
): Finding {
  const ahead = [termsEffective, privacyUpdated].find((date) => Date.parse(date) > now);
  if (ahead) return wrong(`${formatDate(ahead)} is in the future.`, `Set legal in ${factsFile}.`);
  const words = `The terms are of ${formatDate(termsEffective)}, the privacy policy is of ${formatDate(privacyUpdated)}.`;
  if (now - Date.parse(privacyUpdated) < days(365)) return ok(words);
  return todo(
    words,
    `Review the privacy policy and set its date in ${factsFile}: California asks for it every 12 months (Cal. Civ. Code 1798.130).`,
  );
}

const claimsFile = "src/claims.ts";

export function checkEvidence(
  { evidence, reviewBy }: Pick<Claim, "evidence" | "reviewBy">,
  needs: string,
  now: number,
): Finding {
  const at = reviewBy === null ? Number.NaN : Date.parse(reviewBy);
  if (evidence === null || evidence.trim() === "") return todo("No evidence is named.", needs);
  if (Number.isNaN(at)) {
    return todo(
      `Evidence: ${evidence}. It has no date of review.`,
      `Set reviewBy in ${claimsFile}.`,
    );
  }
  const day = formatDate(reviewBy ?? "");
  // The day itself still counts.
  if (now >= at + days(1)) {
    return wrong(
      `Evidence: ${evidence}. It was to be reviewed by ${day}.`,
      `Check that it still holds, and set the next date in ${claimsFile}.`,
    );
  }
  return ok(`Evidence: ${evidence}. Next review: ${day}.`);
}

/** The paths of the pages that have one of the words; a file's name has "_" for "/". */
function findClaiming(words: Claim["words"], pages: ReadonlyMap<string, string>): string[] {
  const searched = words.map((word) => word.toLowerCase());
  return [...pages]
    .filter(([, text]) => searched.some((word) => text.toLowerCase().includes(word)))
    .map(([name]) => (name === "index" ? paths.home : `/${name.replaceAll("_", "/")}`))
    .toSorted();
}

const checkClaim = (claim: Claim, { readPages }: OwnersWords): Check => ({
  id: `claim-${claim.id}`,
  area: "Claims",
  title: claim.title,
  async find({ now }) {
    const [first, ...others] = findClaiming(claim.words, await readPages());
    const needs = `Name the evidence and a date of review in ${claimsFile}: ${claim.needs}.`;
    return checkEvidence(
      claim,
      `${needs} The claim is on ${first} and ${others.length} more pages.`,
      now(),
    );
  },
});

const checkConfirmation = ({ id, says, ...evidence }: Confirmation): Check => ({
  id: `confirmed-${id}`,
  area: "Confirmed by a person",
  title: says,
  find: ({ now }) =>
    checkEvidence(evidence, `Say who confirmed it, and until when, in ${claimsFile}.`, now()),
});

export const wordChecks = (words: OwnersWords): readonly Check[] => [
  ...checkPlaceholders(words.brand),
  checkLegalWords(words),
  {
    id: "legal-dates",
    area: "Words on the pages",
    title: "Dates of the legal pages",
    find: ({ now }) => checkLegalDates(words.legal, now()),
  },
  ...words.claims.map((claim) => checkClaim(claim, words)),
  ...words.confirmations.map(checkConfirmation),
];
