/**
 * What the pages promise about trust, and what only a person can confirm. `ops launch-check` lists each
 * one without evidence, and each whose date of review is past. The words on the pages are specified:
 * what is not true must be made true, or the page must be changed by its owner.
 */
interface Evidence {
  /** Where the proof is kept, such as "Contract with the screening company, folder Legal/7". */
  readonly evidence: string | null;
  /** When somebody must look again: YYYY-MM-DD. */
  readonly reviewBy: string | null;
}

export interface Claim extends Evidence {
  readonly id: string;
  readonly title: string;
  /** Words by which pages make it: the check names each page that has one of them. */
  readonly words: readonly string[];
  /** What its evidence is. */
  readonly needs: string;
}

export interface Confirmation extends Evidence {
  readonly id: string;
  /** What somebody confirms. */
  readonly says: string;
}

const open: Evidence = { evidence: null, reviewBy: null };

export const claims: readonly Claim[] = [
  {
    ...open,
    id: "background-checks",
    title: "Background checks",
    words: ["background check"],
    needs: "the contract with a screening company, and the rule that every helper is checked first",
  },
  {
    ...open,
    id: "id-verification",
    title: "ID verification",
    words: ["ID verification", "ID verified", "verify your ID", "ID check"],
    needs:
      "the contract with the company that checks IDs, and the rule that every helper is checked first",
  },
  {
    ...open,
    id: "hipaa",
    title: "HIPAA",
    words: ["HIPAA"],
    needs: "the risk analysis (45 CFR 164.308) and the agreements with business associates",
  },
  {
    ...open,
    id: "soc-2",
    title: "SOC 2",
    words: ["SOC 2"],
    needs: "the auditor's report, which is valid for a year",
  },
  {
    ...open,
    id: "encrypted-payments",
    title: "Encrypted payments and data",
    words: ["encrypted"],
    needs: "the payment company's attestation of PCI DSS",
  },
  {
    ...open,
    id: "no-selling",
    title: "No selling of data",
    words: ["not sell", "no selling"],
    needs: "the list of everybody who gets data, and their contracts",
  },
  {
    ...open,
    id: "same-day",
    title: "Same-day payout",
    words: ["same-day"],
    needs: "the payout schedule of the payment company's account",
  },
  {
    ...open,
    id: "keep-all",
    title: "Keep 100% of each job",
    words: ["keep 100%", "keeps 100%", "100% of"],
    needs: "a paid-out job of a member, without a deduction",
  },
  {
    ...open,
    id: "scam-alerts",
    title: "Scam alerts",
    words: ["scam alert"],
    needs: "where the app shows them",
  },
  {
    ...open,
    id: "us-support",
    title: "Support in the US",
    words: ["US-based support"],
    needs: "where the people who answer work",
  },
  {
    ...open,
    id: "all-day-support",
    title: "24/7 support",
    words: ["24/7"],
    needs: "the rota of the member line at night",
  },
];

export const confirmations: readonly Confirmation[] = [
  {
    ...open,
    id: "entity",
    says: "The company's name and postal address are those of the registered company.",
  },
  {
    ...open,
    id: "counsel",
    says: "A lawyer has reviewed the legal pages, the consents, and the statements listed for counsel in docs/legal-statements.md.",
  },
  {
    ...open,
    id: "prices",
    says: "Prices, limits and deadlines in src/platform/contract/facts.ts are those of the company.",
  },
  {
    ...open,
    id: "opening-hours",
    says: "The hours of office and phone are right, and staff answer then; the holidays in the desk's settings are the company's.",
  },
  {
    ...open,
    id: "markets",
    says: "The ZIP codes where applications are open are right. Without a list, they are open everywhere.",
  },
  {
    ...open,
    id: "logo",
    says: "Name and logo are the company's own, and no other company's trademark.",
  },
  {
    ...open,
    id: "links",
    says: "The links to social networks and to the booking page are the company's own.",
  },
  {
    ...open,
    id: "subdomains",
    says: "Every subdomain serves https: browsers refuse plain http there for a year after the first visit.",
  },
];
