import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { EmailAddress } from "../../../platform/site/page/email-address.tsx";
import type { LegalSection } from "./legal-page.tsx";

const { childAge, adultAge, governingState } = facts.legal;
const { answer, extension, appeal, appealExtension } = facts.privacyRequest;

export const deletion: LegalSection = {
  id: "deleting-your-data",
  title: "Deleting your data",
  body: (
    <>
      <p>You can have your data deleted in four ways:</p>
      <ul>
        <li>
          <strong>In the app.</strong> Open Settings and delete your account.
        </li>
        <li>
          <strong>On this website.</strong> Log in, open the settings of your account and delete it
          there.
        </li>
        <li>
          <strong>With a form.</strong> Send a{" "}
          <AppLink to={paths.privacyRequest}>data deletion request</AppLink>. You do not need to
          have the app any more.
        </li>
        <li>
          <strong>By email or phone.</strong> The addresses are at the end of this page.
        </li>
      </ul>
      <p>
        Deleting your account on this website works at once. Your profile, picture, past requests,
        login and sessions are deleted. If you confirmed your email, your newsletter and the
        messages you sent us with forms are deleted as well. An email tells you that it is done.
      </p>
      <p>
        A request by form, email or phone is handled by our staff. We first check that the data is
        yours. We then delete it and notify you upon completion.
      </p>
      <p>
        Some things stay. We keep the request itself as proof. We keep what the law requires us to
        keep, such as tax records. We tell you what stays and why.
      </p>
      <p>
        To stop the newsletter, use the unsubscribe link in it, or write to us. You do not need to
        log in for that.
      </p>
    </>
  ),
};

export const yourRights: LegalSection = {
  id: "your-rights",
  title: "Your rights",
  body: (
    <>
      <p>
        The {governingState} Privacy Act gives people in {governingState} these rights. We give them
        to everyone:
      </p>
      <ul>
        <li>to know whether we hold data about you, and to see it;</li>
        <li>to have it corrected;</li>
        <li>to have it deleted;</li>
        <li>to get a copy that you can take elsewhere;</li>
        <li>
          to say no to selling, to ads based on your behavior, and to machine decisions about you.
        </li>
      </ul>
      <p>
        Ask on the page <AppLink to={paths.yourPrivacy}>Your privacy</AppLink>, write to{" "}
        <a href={`mailto:${brand.email.privacy}`}>
          <EmailAddress>{brand.email.privacy}</EmailAddress>
        </a>
        , call, or use the deletion form. You need no account to ask. Someone you chose may ask for
        you. We do not treat you worse for asking.
      </p>
      <p>
        We answer within {answer} days. If a request is hard, we may take {extension} days more, and
        then we tell you why.
      </p>
      <p>
        If we say no, we give the reason, and you can appeal. Answer our email, or write with the
        word “appeal”. We decide on an appeal within {appeal} days. We may take {appealExtension}{" "}
        days more and then tell you why.
      </p>
      <p>If we say no again, you can turn to the Attorney General of {governingState}.</p>
    </>
  ),
};

export const optOutSignal: LegalSection = {
  id: "global-privacy-control",
  title: "Global Privacy Control",
  body: (
    <>
      <p>
        Some browsers can send a signal called Global Privacy Control. It says: do not sell or share
        my data. The page <AppLink to={paths.yourPrivacy}>Your privacy</AppLink> says whether yours
        does, and has a switch that does the same.
      </p>
      <p>
        We do not sell data, signal or not. If your browser sends the signal, we also tell no job ad
        company that you came from its ad. Without the signal, an application that began with an ad
        can have a box to say no before you send it. By then the company may know that someone
        began.
      </p>
    </>
  ),
};

export const childrenAndTeens: LegalSection = {
  id: "children-and-teens",
  title: "Children and teens",
  body: (
    <>
      <p>
        We do not knowingly collect personal data from anyone under {childAge}. If you think that a
        child has sent us data, tell us, and we delete it.
      </p>
      <p>
        If you are under {adultAge}, you need the permission of a parent or guardian to use the
        service.
      </p>
    </>
  ),
};
