import { facts } from "../../../../platform/contract/facts.ts";
import type { LegalSection } from "../legal-page.tsx";
import { CollectionTable } from "./collection-table.tsx";
import {
  accountCollections,
  applicationCollections,
  formCollections,
  technicalCollections,
} from "./privacy-collections.ts";

/** The inventory of stored data: each collection with purpose, retention and who sees it. */
export const whatWeHold: LegalSection = {
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
