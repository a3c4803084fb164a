import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { CollectionTable } from "./collection-table.tsx";
import { type FiveSentences, LegalPage, type LegalSection } from "./legal-page.tsx";
import {
  accountCollections,
  applicationCollections,
  formCollections,
  technicalCollections,
} from "./privacy-collections.ts";
import { childrenAndTeens, deletion, optOutSignal, yourRights } from "./privacy-rights.tsx";
import {
  conduct,
  cookies,
  fees,
  liability,
  noSelling,
  payments,
  safety,
  scope,
} from "./privacy-sections.tsx";
import { changes, contact, disputesAndLaw, theService, whoWeAre } from "./shared-sections.tsx";

/** The inventory of stored data: each collection with purpose, retention and who sees it. */
const whatWeHold: LegalSection = {
  id: "what-we-hold",
  title: "What we hold about you",
  body: (
    <>
      <p>
        These tables list every kind of record that this site and its portal keep. We hold only what
        you give us and what a machine needs to do its work.
      </p>
      <p>
        The forms do not ask about your health. Please leave health details, card numbers and
        passwords out of them.
      </p>
      <CollectionTable caption="Forms on this site" rows={formCollections} />
      <CollectionTable caption="Your account" rows={accountCollections} />
      <CollectionTable caption="Applications for work" rows={applicationCollections} />
      <p>
        If you apply twice within {facts.sameApplicantDays} days, we note on the second application
        that it belongs to the first. We join the two only when you use the link in our email.
      </p>
      <CollectionTable caption="What our machines keep" rows={technicalCollections} />
      <p>
        Some records have no end date. They stay until you ask us to delete them, and you can do
        that at any time.
      </p>
    </>
  ),
};

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
