import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { sentFormMinutes } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { consentQuestion } from "../../texts/contract/consent.ts";
import type { LegalSection } from "./legal-page.tsx";

const { attributionDays, completionMinutes } = facts.application;
const {
  deletionHashDays,
  deviceCookieDays,
  noSaleDays,
  passkeyMinutes,
  loginCodeMinutes,
  appLoginMinutes,
} = facts.keep;

export const scope: LegalSection = {
  id: "scope",
  title: "What this policy covers",
  body: (
    <>
      <p>
        It covers this website and its portal. Our apps follow the same rules: we do not sell your
        data, and you can delete your account. What one app holds beyond that is listed on its page
        in the app store.
      </p>
      <p>
        The {brand.apps.caregiver.name} app can hold health notes. Health notes come under HIPAA,
        the US law on health privacy, where that law applies.
      </p>
      <p>
        In the Hub, the older adult controls who sees what. We do not open a Hub to relatives or
        caregivers whom the older adult left out.
      </p>
    </>
  ),
};

export const noSelling: LegalSection = {
  id: "no-selling",
  title: "No selling, and who else gets data",
  body: (
    <>
      <p>
        We do not sell your data. We do not show you ads based on what you do elsewhere. Pages on
        which you are logged in load nothing from other companies.
      </p>
      <p>These others get data from us, and only for the reason named here:</p>
      <ul>
        <li>
          <strong>Card payment provider.</strong> Stripe gets your account number with us when you
          set up a payment profile.
        </li>
        <li>
          <strong>Email and server companies.</strong> They carry our email and run our computers.
          They work for us and may not use your data for themselves.
        </li>
        <li>
          <strong>Text message company.</strong> Twilio carries texts between your phone and us. It
          gets your number and the words. No one gets your number for ads. Before our first text
          about your requests, we ask: “{consentQuestion}”
        </li>
        <li>
          <strong>Job ad companies.</strong> If you came from a job ad, we may tell that company
          that you began or sent an application, and later whether you were hired. We send the
          number of the click, the reference, the kind of work and the area, and not your name. A
          small picture from that company may load on the last page, and so it sees your network
          address.
        </li>
        <li>
          <strong>Courts and government offices.</strong> They get data when the law makes us hand
          it over.
        </li>
        <li>
          <strong>A buyer of the company.</strong> If {brand.company} changes hands, this policy
          goes with your data.
        </li>
      </ul>
    </>
  ),
};

export const payments: LegalSection = {
  id: "payments",
  title: "Cards and payments",
  body: (
    <>
      <p>
        Card payments run through a card payment provider. You type card and bank details on that
        company’s own pages. They go to that company, and not to us.
      </p>
      <p>
        We keep one number that says which payment profile is yours. We also keep a list of what the
        provider still needs, such as a date of birth. The answers go to the provider only. What it
        holds comes under its own privacy policy.
      </p>
    </>
  ),
};

export const cookies: LegalSection = {
  id: "cookies",
  title: "Cookies",
  body: (
    <>
      <p>
        You can read this site without a cookie. We set one when you log in, so that you stay logged
        in. We set one when you change the reading settings, so that they last.
      </p>
      <p>
        Logging in sets a second cookie, which stays for {deviceCookieDays} days after you last used
        your account. It tells us that you logged in with this browser before. So strangers who try
        your password cannot keep you out. It lets no one in.
      </p>
      <p>
        When you open our pages on applying for work, we set a cookie. It keeps your answers
        together, and for {attributionDays} days it remembers the ad that brought you. After you
        apply, another one shows you your reference for {completionMinutes} minutes. We use no
        cookie to follow you on other sites.
      </p>
      <p>
        When you send the investor form from a browser with scripts off, we set a cookie for{" "}
        {sentFormMinutes} minutes. It lets you send the form once more without typing it again.
      </p>
      <p>
        When you use the switch on the page Your privacy, a cookie keeps your no for {noSaleDays}{" "}
        days in this browser.
      </p>
      <p>
        When you use a passkey, a cookie ties its answer to our question for {passkeyMinutes}{" "}
        minutes. If your login needs a code, a cookie holds your place for {loginCodeMinutes}{" "}
        minutes. When you log in to one of our apps here, cookies that end after {appLoginMinutes}{" "}
        minutes lead you back to the app.
      </p>
    </>
  ),
};

export const safety: LegalSection = {
  id: "safety",
  title: "How we keep data safe",
  body: (
    <>
      <p>
        Data travels between you and this site in encrypted form. Passwords are stored so that no
        one can read them. Only staff who need a record for their work may open it.
      </p>
      <p>
        No system is safe from everything. If someone gets at your data, we tell you and the
        authorities, as the law says.
      </p>
      <p>
        Backups help us after a fault. A backup made before you deleted something may still hold a
        copy. We use backups only to repair a loss, and then delete it again. For that we keep a
        code of what was deleted for {deletionHashDays} days. No one can read a name or an address
        from it.
      </p>
    </>
  ),
};

export const fees: LegalSection = {
  id: "fees-and-cancelling",
  title: "Accounts, fees and canceling",
  body: (
    <>
      <p>
        You can use the forms of this site without an account. Asking about your data, getting a
        copy and having it deleted cost nothing.
      </p>
      <p>
        Deleting your data does not cancel a plan that you bought in an app store. Cancel the plan
        there first. You can cancel anytime, and there are no hidden fees. Our{" "}
        <AppLink to={paths.terms}>Terms and Conditions</AppLink> list all prices.
      </p>
    </>
  ),
};

export const conduct: LegalSection = {
  id: "conduct",
  title: "Data about other people",
  body: (
    <>
      <p>
        Send us details about someone else only if that person agrees. The same goes if you fill in
        a form for a parent or a friend.
      </p>
      <p>
        Do not collect data about other people from the service. What you learn about someone on a
        job stays with you.
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
        We answer for what we and the companies that work for us do with your data, as the law says.
        We do not answer for other sites to which we link.
      </p>
      <p>
        The limits in our <AppLink to={paths.terms}>Terms and Conditions</AppLink> apply as far as
        the law allows. They take away none of your privacy rights.
      </p>
    </>
  ),
};
