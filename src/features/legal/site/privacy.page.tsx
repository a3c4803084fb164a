import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { type FiveSentences, LegalPage, type LegalSection } from "./legal-page.tsx";
import { whatWeHold } from "./privacy/privacy-holdings.tsx";
import { childrenAndTeens, deletion, optOutSignal, yourRights } from "./privacy/privacy-rights.tsx";
import {
  conduct,
  cookies,
  fees,
  liability,
  noSelling,
  payments,
  safety,
  scope,
} from "./privacy/privacy-sections.tsx";
import { changes, contact, disputesAndLaw, theService, whoWeAre } from "./shared-sections.tsx";

const thisText = "this policy";

const summary: FiveSentences = [
  "We keep what you send us, so that we can answer you and do what you asked for.",
  "We do not sell your data.",
  "Your card number goes to the card payment provider, and not to us.",
  "You can see, correct or delete your data, and asking is free.",
  "Write or call if anything here is not clear.",
];

const sections: readonly LegalSection[] = [
  whoWeAre,
  theService,
  scope,
  whatWeHold,
  noSelling,
  payments,
  cookies,
  deletion,
  yourRights,
  optOutSignal,
  childrenAndTeens,
  safety,
  fees,
  conduct,
  liability,
  disputesAndLaw(thisText),
  changes(thisText),
  contact(brand.email.privacy),
];

/** What we store about people, why, for how long and who sees it. */
export default function Privacy() {
  return (
    <LegalPage
      path={paths.privacy}
      title="Privacy Policy"
      description={`What ${brand.name} keeps about you, why, for how long and who sees it, and how to get your data deleted.`}
      dateLabel="Last updated"
      date={facts.legal.privacyUpdated}
      summary={summary}
      sections={sections}
    />
  );
}
