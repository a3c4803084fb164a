import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import type { LegalSection } from "./legal-page.tsx";

const { childAge, adultAge } = facts.legal;

export const whoMayUse: LegalSection = {
  id: "who-may-use-it",
  title: "Who may use the service",
  body: (
    <>
      <p>
        By using the service you agree to these terms. If you do not agree, please do not use it.
        Our <AppLink to={paths.privacy}>Privacy Policy</AppLink> says what happens to your data. The{" "}
        <AppLink to={paths.license}>End User License Agreement</AppLink> covers the apps.
      </p>
      <p>
        If you are under {adultAge}, you need the permission of a parent or guardian. The service is
        not for children under {childAge}.
      </p>
      <p>
        You may work through the service from the age of {adultAge}. Some jobs require you to be
        older, or to have a license or insurance.
      </p>
      <p>You may act for someone else only if they agreed to it or the law lets you.</p>
    </>
  ),
};

export const accounts: LegalSection = {
  id: "accounts",
  title: "Your account",
  body: (
    <>
      <p>
        You can read this site and send its forms without an account. For the portal you need one.
      </p>
      <ul>
        <li>Give your true name and details, and keep them up to date.</li>
        <li>An account is for one person. Do not lend or sell it.</li>
        <li>Keep your password to yourself. Our staff never ask you for it.</li>
        <li>If you think someone else used your account, change the password and call us.</li>
      </ul>
      <p>
        You are responsible for what happens through your account. That ends when you tell us that
        someone else got in, and it never covers our own mistakes.
      </p>
    </>
  ),
};

export const familyHub: LegalSection = {
  id: "the-hub",
  title: "The Hub and what others see",
  body: (
    <>
      <p>
        The Hub lets a family share tasks, appointments, updates and papers. The older adult
        controls who sees what.
      </p>
      <p>
        Family members and caregivers must keep to those choices. Do not pass on what you see in a
        Hub without the older adult’s consent.
      </p>
      <p>
        If the law names someone to decide for the older adult, that person may make these choices.
        We may ask for proof.
      </p>
    </>
  ),
};

export const checks: LegalSection = {
  id: "checks",
  title: "Background checks",
  body: (
    <>
      <p>
        Providers and caregivers go through a background check and an ID check. A check lowers a
        risk, but it cannot rule it out.
      </p>
      <p>
        Use your own judgment before you let someone into your home. With {brand.carePlus} you can
        have a video call with a caregiver before hiring. If something feels wrong, say no and tell
        us.
      </p>
    </>
  ),
};

export const ending: LegalSection = {
  id: "ending",
  title: "Ending your use",
  body: (
    <>
      <p>
        You can close your account at any time, in the app or in the portal. You can also use our{" "}
        <AppLink to={paths.privacyRequest}>data deletion request</AppLink>. Cancel a paid plan
        first, so that it does not renew.
      </p>
      <p>
        We may close or pause an account if its owner breaks these terms, puts someone in danger or
        breaks the law. We may also do so when the law tells us to.
      </p>
      <p>
        If you think that we closed your account by mistake, call or write to us. Money that you
        earned before that day stays yours, unless it came from fraud.
      </p>
    </>
  ),
};
