import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { type FiveSentences, LegalPage, type LegalSection } from "./legal-page.tsx";
import {
  changes,
  contact,
  disputesAndLaw,
  feesAndCancelling,
  liability,
  theService,
  whoWeAre,
} from "./shared-sections.tsx";
import { accounts, checks, ending, familyHub, whoMayUse } from "./terms-people.tsx";
import { conduct, fairWork, payouts, yourContent } from "./terms-work.tsx";

const thisText = "these terms";

const summary: FiveSentences = [
  `${brand.name} helps you find people who can help, but the work itself is theirs.`,
  "In an emergency call 911, and ask a doctor about your health.",
  "You can cancel a plan at any time, and there are no hidden fees.",
  "Be honest, be kind, and keep your password to yourself.",
  `If we disagree, talk to us first, and then the law of ${facts.legal.governingState} applies.`,
];

const sections: readonly LegalSection[] = [
  whoWeAre,
  theService,
  whoMayUse,
  accounts,
  familyHub,
  checks,
  feesAndCancelling,
  payouts,
  conduct,
  fairWork,
  yourContent,
  ending,
  liability,
  disputesAndLaw(thisText),
  changes(thisText),
  contact(brand.email.support),
];

export default function TermsConditions() {
  return (
    <LegalPage
      path={paths.terms}
      title="Terms and Conditions"
      description={`The rules of ${brand.name} in plain words: accounts, fees, canceling, conduct, payouts, liability and the law that applies.`}
      dateLabel="Effective"
      date={facts.legal.termsEffective}
      summary={summary}
      sections={sections}
    />
  );
}
