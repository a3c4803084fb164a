import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { type FiveSentences, LegalPage, type LegalSection } from "./legal-page.tsx";
import {
  accounts,
  appStores,
  conduct,
  ending,
  license,
  reports,
  updates,
  yourData,
} from "./license-sections.tsx";
import {
  changes,
  contact,
  disputesAndLaw,
  feesAndCancelling,
  liability,
  theService,
  whoWeAre,
} from "./shared-sections.tsx";

const thisText = "this agreement";

const summary: FiveSentences = [
  "You may use our apps on your own phone or tablet.",
  "Please do not copy them, sell them or take them apart.",
  "The apps cannot help in an emergency, so call 911.",
  "You can cancel a plan at any time, and you can delete an app when you like.",
  `If we disagree, the law of ${facts.legal.governingState} applies.`,
];

const sections: readonly LegalSection[] = [
  whoWeAre,
  license,
  theService,
  accounts,
  feesAndCancelling,
  conduct,
  reports,
  yourData,
  updates,
  appStores,
  ending,
  liability,
  disputesAndLaw(thisText),
  changes(thisText),
  contact(brand.email.support),
];

/** The license of the apps; part of the terms, with their date. */
export default function EndUserLicenseAgreement() {
  return (
    <LegalPage
      path={paths.license}
      title="End User License Agreement"
      description={`What you may do with the ${brand.name} apps, what they cost, what they are not for, and how to end the license.`}
      dateLabel="Effective"
      date={facts.legal.termsEffective}
      summary={summary}
      sections={sections}
    />
  );
}
