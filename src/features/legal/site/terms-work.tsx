import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../platform/site/page/email-address.tsx";
import type { LegalSection } from "./legal-page.tsx";

const { nonMemberPercent, memberPercent } = facts.commission;

export const payouts: LegalSection = {
  id: "payouts",
  title: "Payouts",
  body: (
    <>
      <p>
        Payouts to caregivers and providers are same-day or next-day. {brand.pro} members get
        same-day payouts. Your bank decides when you see the money.
      </p>
      <p>
        To be paid, you set up a payment profile with our card payment provider. That company has
        its own terms, and it may ask you to prove who you are.
      </p>
      <p>
        The commission is {nonMemberPercent}% of a completed job, and {memberPercent}% for{" "}
        {brand.pro} members. Taxes on what you earn are yours to report and pay.
      </p>
    </>
  ),
};

export const conduct: LegalSection = {
  id: "conduct",
  title: "How we treat each other",
  body: (
    <>
      <p>These rules apply to everyone, on this site, in the apps and on the job:</p>
      <ul>
        <li>Treat people with respect. Do not threaten, harass or discriminate.</li>
        <li>Tell the truth about who you are, what you can do and how a job went.</li>
        <li>Never ask anyone for a password, a gift card, a loan or a change to a will.</li>
        <li>Take only jobs for which you have the skill, the license and the insurance.</li>
        <li>Do not work or drive under the influence of alcohol or drugs.</li>
        <li>Obey the law, and keep what you learn in someone’s home to yourself.</li>
        <li>Do not take data from the service, overload it or break into it.</li>
        <li>Send nothing that harms, cheats or copies the work of others without permission.</li>
      </ul>
      <p>
        Did you find a weak spot in our systems? Write to{" "}
        <a href={`mailto:${brand.email.security}`}>
          <EmailAddress>{brand.email.security}</EmailAddress>
        </a>
        . Give us time to fix it before you tell others.
      </p>
    </>
  ),
};

export const fairWork: LegalSection = {
  id: "fair-rules-for-work",
  title: "Fair rules for those who work",
  body: (
    <>
      <ul>
        <li>You choose your jobs. Saying no to a job is free and does not count against you.</li>
        <li>Ratings come from real work only.</li>
        <li>We do not close accounts at random. We need one of the reasons in these terms.</li>
        <li>
          You can reach us directly at <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
          Support is based in the US.
        </li>
      </ul>
      <p>
        You work for yourself or for your own company. You bring your own car and tools, and you
        need the insurance that the law asks for.
      </p>
    </>
  ),
};

export const yourContent: LegalSection = {
  id: "your-content",
  title: "What you write and share",
  body: (
    <>
      <p>
        What you write and upload stays yours. You let us store it and show it to the people it is
        meant for, as long as it is in the service. We need that right to run the service.
      </p>
      <p>
        Ideas that you send with our <AppLink to={paths.requestFeature}>feature request</AppLink> or{" "}
        <AppLink to={paths.feedback}>feedback</AppLink> form help us to improve. We may use such an
        idea without paying for it.
      </p>
      <p>
        Share only what you have the right to share. We may take down what breaks these terms.
        Please leave health details out of the forms on this site.
      </p>
    </>
  ),
};
