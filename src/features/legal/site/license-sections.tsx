import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import type { LegalSection } from "./legal-page.tsx";

const { childAge, adultAge } = facts.legal;

export const license: LegalSection = {
  id: "your-license",
  title: "Your license",
  body: (
    <>
      <p>
        This agreement is about the software of our three apps and of the portal. It belongs to our{" "}
        <AppLink to={paths.terms}>Terms and Conditions</AppLink>. By installing an app you agree to
        both.
      </p>
      <p>
        You may install and use the apps on phones and tablets that you own or control. This right
        is yours alone. You may not pass it on, and we can end it as this page says.
      </p>
      <p>
        The license gives you a right to use the software, not to own it. {brand.company} and its
        suppliers keep all other rights. Open-source parts come under their own licenses.
      </p>
    </>
  ),
};

export const accounts: LegalSection = {
  id: "accounts",
  title: "Accounts and age",
  body: (
    <>
      <p>
        Most of an app works only with an account. Give true details, keep your password to
        yourself, and use the account for one person.
      </p>
      <p>
        If you are under {adultAge}, you need the permission of a parent or guardian. The apps are
        not for children under {childAge}.
      </p>
    </>
  ),
};

export const conduct: LegalSection = {
  id: "conduct",
  title: "What you may not do",
  body: (
    <>
      <ul>
        <li>Do not copy, sell, rent or lend the software.</li>
        <li>Do not change it, take it apart or rebuild its source, unless the law lets you.</li>
        <li>Do not get around its locks, limits or safety checks.</li>
        <li>Do not collect data with it by machine, or use it to build a rival service.</li>
        <li>Do not use it to break the law or to harm anyone.</li>
        <li>Do not remove our name or any notice of rights.</li>
      </ul>
      <p>
        The rules on how we treat each other in the Terms and Conditions apply in the apps too. Do
        not use an app while you drive.
      </p>
    </>
  ),
};

export const reports: LegalSection = {
  id: "reports",
  title: "AI-generated session reports",
  body: (
    <>
      <p>
        The {brand.apps.caregiver.name} app can write a session report for you. AI can leave things
        out or get them wrong. Read each report and correct it before you rely on it.
      </p>
      <p>
        The health tracking in the app is for notes and overview. It does not watch over anyone, and
        it raises no alarm.
      </p>
    </>
  ),
};

export const yourData: LegalSection = {
  id: "your-data",
  title: "Your data",
  body: (
    <>
      <p>
        Our <AppLink to={paths.privacy}>Privacy Policy</AppLink> says what we hold and why. We do
        not sell your data. The system of your phone asks you before an app may use the camera or
        your location, and you can change your answer there.
      </p>
      <p>What you write in an app stays yours. We store it and show it to those you chose.</p>
    </>
  ),
};

export const updates: LegalSection = {
  id: "updates",
  title: "Updates and support",
  body: (
    <>
      <p>
        We may change the apps and bring updates. An old version can stop working. An app may need a
        newer phone system, and your phone company may charge for data.
      </p>
      <p>
        For help, use the <AppLink to={paths.support}>support form</AppLink> or call us. We give
        support, not the app store.
      </p>
    </>
  ),
};

export const appStores: LegalSection = {
  id: "app-stores",
  title: "App stores",
  body: (
    <>
      <p>
        You make this agreement with {brand.company}, and not with Apple or Google. They are not
        responsible for the apps or for claims about them. Their own store rules hold too.
      </p>
      <p>
        If an app from Apple’s store fails a warranty, you can tell Apple, and Apple may refund the
        price of the app. As far as the law allows, Apple owes nothing more.
      </p>
      <p>
        Apple and its companies may enforce this agreement against you, as a third party that
        benefits from it. You confirm that you are not in a country under a US embargo, and not on a
        US list of barred people.
      </p>
    </>
  ),
};

export const ending: LegalSection = {
  id: "ending",
  title: "Ending the license",
  body: (
    <>
      <p>
        You can end the license at any time by deleting the app. Deleting an app neither cancels a
        plan nor deletes your account.
      </p>
      <p>
        To delete your account, use the settings in the app or in the portal. You can also send a{" "}
        <AppLink to={paths.privacyRequest}>data deletion request</AppLink>.
      </p>
      <p>
        The license ends by itself if you break this agreement in a serious way. Then stop using the
        apps and delete them.
      </p>
    </>
  ),
};
