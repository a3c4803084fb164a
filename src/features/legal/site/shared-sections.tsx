import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../platform/site/page/email-address.tsx";
import { FeeList } from "./fee-list.tsx";
import type { LegalSection } from "./legal-page.tsx";

/** Sections that several legal pages share word for word. */

export const whoWeAre: LegalSection = {
  id: "who-we-are",
  title: "Who we are",
  body: (
    <>
      <p>
        {brand.company} runs {brand.name}. Here, “we” and “us” are {brand.company}, and “you” are
        the person who uses the service.
      </p>
      <p>
        The service is this website with its portal, our phone and text lines, and three apps:{" "}
        {brand.apps.main.name}, {brand.apps.caregiver.name} and {brand.apps.provider.name}.
      </p>
    </>
  ),
};

export const theService: LegalSection = {
  id: "the-service",
  title: "What the service is, and is not",
  body: (
    <>
      <p>
        {brand.name} is a platform. It connects older adults and families with caregivers and
        providers. You can ask for help by app, phone call or text.
      </p>
      <p>
        Caregivers and providers are not our employees. They choose which jobs they take. The deal
        about a job is between you and the person who does it.
      </p>
      <ul>
        <li>
          <strong>It is not an emergency service.</strong> If someone is in danger, call 911.
        </li>
        <li>
          <strong>It is not medical advice.</strong> Nothing here replaces a doctor or a nurse. Ask
          one before you change a treatment.
        </li>
        <li>
          <strong>It is not a care agency, a taxi company or an employer.</strong> We bring people
          together and run the tools that they use.
        </li>
      </ul>
    </>
  ),
};

export const feesAndCancelling: LegalSection = {
  id: "fees-and-cancelling",
  title: "Fees and canceling",
  body: (
    <>
      <p>There are no hidden fees. Our own fees are these:</p>
      <FeeList />
      <p>
        The help that you ask for has its own price. You pay for it only when you ask for help. Card
        payments run through a card payment provider.
      </p>
      <p>
        A plan goes on until you cancel it. You can cancel anytime, and canceling costs nothing. The
        plan then runs to the end of the time you have paid for.
      </p>
      <p>
        Press one button on our page <AppLink to={paths.cancel}>Cancel a plan</AppLink>. You need no
        account. If you bought the plan in an app store, cancel it there. You can also call or email
        us, and we will help you cancel.
      </p>
      <p>
        A new price never touches time that you have already paid for. If we charged you by mistake,
        we pay the money back.
      </p>
    </>
  ),
};

export const liability: LegalSection = {
  id: "liability",
  title: "What we are liable for",
  body: (
    <>
      <p>
        We run the service with care, but we offer it as it is. We do not promise that it always
        works or that it is free of mistakes.
      </p>
      <p>
        Caregivers and providers answer for their own work. We do not control how they do it. We are
        not liable for what they do or fail to do, as far as the law allows that.
      </p>
      <p>
        As far as the law allows, we do not pay for indirect loss, such as lost profit. Our total
        liability is then no more than you paid us in the twelve months before your claim.
      </p>
      <p>
        Some harm cannot be ruled out by a text like this one, such as harm done on purpose. For
        such harm we are liable as the law says.
      </p>
    </>
  ),
};

/** Section on disputes. `thisText` names the document: "these terms". */
export function disputesAndLaw(thisText: string): LegalSection {
  const state = facts.legal.governingState;
  return {
    id: "disputes-and-law",
    title: "Disputes and law",
    body: (
      <>
        <p>
          If something went wrong, please tell us first. Write or call, and say what happened and
          what would put it right.
        </p>
        <p>
          The law of the State of {state} governs {thisText}. Its rules on which other law might
          apply are left out.
        </p>
        <p>
          If we cannot agree, the courts in {state} decide. If the law gives you the right to go to
          a court near your home, you keep it. You also keep all rights that no text may take away.
        </p>
        <p>If a court finds that one part does not hold, the other parts still do.</p>
      </>
    ),
  };
}

/** Section on changes. `thisText` names the document: "these terms". */
export function changes(thisText: string): LegalSection {
  return {
    id: "changes",
    title: "Changes",
    body: (
      <>
        <p>
          We may change {thisText}. When we do, we put the new text on this page and change the date
          at the top. A change never counts for the time before that date.
        </p>
        <p>
          If you do not agree with a change, stop using the service. You can close your account at
          any time.
        </p>
      </>
    ),
  };
}

/** Section on contact. `email` is the mailbox for this kind of question. */
export function contact(email: string): LegalSection {
  const { street, city, state, zip } = brand.postalAddress;
  return {
    id: "contact",
    title: "Contact",
    body: (
      <>
        <p>Ask us anything about this page.</p>
        <ul>
          <li>
            Email:{" "}
            <a href={`mailto:${email}`}>
              <EmailAddress>{email}</EmailAddress>
            </a>
          </li>
          <li>
            Phone: <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>. {brand.phone.hours}.
          </li>
          <li>
            Post: {brand.company}, {street}, {city}, {state} {zip}
          </li>
        </ul>
      </>
    ),
  };
}
