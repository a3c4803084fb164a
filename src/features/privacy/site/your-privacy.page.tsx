import { use } from "react";
import { facts } from "../../../platform/contract/facts.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { ServedNotice } from "../../../platform/site/forms/served-notice.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import {
  actName,
  askForOtherPath,
  askPath,
  findRequestForm,
  privacyForms,
  type YourPrivacyState,
} from "../contract/your-privacy.ts";
import { ActionPage, Box, CallBox } from "./action-page.tsx";
import { AskForm, askWords } from "./ask-form.tsx";
import { nameDay } from "./days.ts";
import { PrivacyIcon, type PrivacyIconName } from "./privacy-icon.tsx";
import { OptOutSwitch, SignalBox } from "./signal-box.tsx";
import { StoredItemsList } from "./stored-items.tsx";
import styles from "./your-privacy.module.css";

const { answer, appeal } = facts.privacyRequest;
const { governingState } = facts.legal;

/** As built, before the server knows anything of the browser. */
const unread: YourPrivacyState = {
  ask: null,
  isAgent: false,
  signal: { isOn: false, keptSince: null },
  choice: { isInBrowser: false, onAccountSince: null },
  isSignedIn: false,
  today: facts.legal.privacyUpdated,
};

/**
 * Every right about data on one page. Rendered by the server for each browser, since it says what the
 * browser sends; the same with and without scripts.
 */
export default function YourPrivacyPage() {
  const served = use(FormStateContext);
  const state = served?.collection === privacyForms ? served : { collection: privacyForms };
  const page = state.yourPrivacy ?? unread;
  return (
    <>
      <PageMeta
        path={paths.yourPrivacy}
        title="Your privacy"
        description="See, copy, correct or delete the data that we have about you, and tell us not to sell or share it. No account needed."
        picture="your-privacy"
      />
      <ActionPage
        surface="blue"
        heading="Your privacy"
        lead="See, copy, correct or delete what we have about you. It is free, and you do not have to say why."
        band={<SignalBox state={page} />}
        aside={<Aside state={state} page={page} />}
      >
        <ServedNotice />
        {page.sent && <Sent sent={page.sent} />}
        <AskForm state={state} page={page} />
        <Rights page={page} />
      </ActionPage>
    </>
  );
}

const rows: readonly {
  readonly icon: PrivacyIconName;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly to: string;
}[] = [
  {
    icon: "eye",
    title: "See my data",
    text: "Everything we have about you, on one page that you can read.",
    button: "See my data",
    to: askPath("copy"),
  },
  {
    icon: "copy",
    title: "Get a copy",
    text: "One file with all of it, by a safe link.",
    button: "Get a copy",
    to: askPath("copy"),
  },
  {
    icon: "pencil",
    title: "Correct my data",
    text: "Tell us what is wrong. We tell you what became of each part.",
    button: "Correct it",
    to: askPath("correction"),
  },
  {
    icon: "trash",
    title: "Delete my data",
    text: "We delete what the law lets us delete, and tell you what stays.",
    button: "Delete it",
    to: askPath("deletion"),
  },
];

function Rights({ page }: { readonly page: YourPrivacyState }) {
  return (
    <>
      <div className={page.sent || page.ask || page.isAgent ? styles.next : undefined}>
        <h2>What you can ask for</h2>
        <ul className={styles.actions}>
          {rows.map(({ icon, title, text, button, to }) => (
            <li key={icon}>
              <PrivacyIcon name={icon} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
              <AppLink to={to} className={buttonClass("ghost")}>
                {button}
              </AppLink>
            </li>
          ))}
        </ul>
        <p>
          We answer within {answer} days. To be sure that it is you, we send a link to your email.
          You need no account.
        </p>
      </div>
      <section id="opt-out" className={styles.next} tabIndex={-1}>
        <h2>Do not sell or share my data</h2>
        <p>
          We do not sell data for money. The law also counts it as “sharing” when a job ad company
          hears that you applied. With the switch on, nothing goes to any of them about an
          application that you send from this browser from then on, and we use sensitive data only
          for the help that you ask for.
        </p>
        <OptOutSwitch state={page} />
        <p>
          To say no for an email address, also without this browser,{" "}
          <AppLink to={askPath("opt-out")}>send us a request</AppLink>. It also stops us from
          telling an ad company about an application for work that you already sent.
        </p>
      </section>
      <section className={styles.next}>
        <h2>Someone can ask for you</h2>
        <p>
          A lawyer, a relative or a service may send the request. We need a paper with your
          signature or a power of attorney, and we ask you once whether it is right.
        </p>
        <p>
          <AppLink to={askForOtherPath} className={buttonClass("ghost")}>
            Ask for another person
          </AppLink>
        </p>
      </section>
      <section className={styles.next}>
        <h2>If we deny your request</h2>
        <p>
          We tell you why. You can ask us to look again, and a different person decides within{" "}
          {appeal} days. You can also go to the Attorney General of {governingState}.
        </p>
      </section>
      <section id="cookies" className={styles.next} tabIndex={-1}>
        <h2>Cookies: what is set, and why</h2>
        <p>
          We set no cookie that follows you, so there is nothing to agree to. This is every cookie
          and every item that our pages keep in your browser:
        </p>
        <StoredItemsList />
      </section>
    </>
  );
}

function Sent({ sent }: { readonly sent: NonNullable<YourPrivacyState["sent"]> }) {
  const number = <b className="exact">{sent.reference}</b>;
  const name = askWords[sent.kind][sent.isAgent ? "other" : "own"];
  return (
    <div role="status">
      <Box look="sage" heading={sent.isDone ? "It is done" : "We have your request"}>
        <p>
          {name}. Your number is {number}.
        </p>
        {sent.isDone ? (
          <p>It counts from now on. We confirm it by email.</p>
        ) : (
          <p>
            {sent.isAgent
              ? "We emailed them, to ask whether they agree, and you, to ask for a file that shows that you may ask."
              : "Please press the link that we email to you, so that we know it is you."}{" "}
            We answer by {nameDay(sent.dueAt)}.
          </p>
        )}
      </Box>
    </div>
  );
}

interface AsideProps {
  readonly state: FormState;
  readonly page: YourPrivacyState;
}

function Aside({ state, page }: AsideProps) {
  return (
    <>
      <FindBox state={state} page={page} />
      <CallBox heading="Ask by phone" text="We write the request down for you." />
      <Box heading="Read more">
        <ul className={styles.links}>
          <li>
            <AppLink to={paths.privacy}>Privacy policy</AppLink>
          </li>
          <li>
            <a href="#cookies">Cookies: what is set, and why</a>
          </li>
          <li>
            <AppLink to={`${paths.privacy}#what-we-hold`}>How long we keep what</AppLink>
          </li>
          <li>
            <AppLink to={paths.settings}>Your settings, if you have an account</AppLink>
          </li>
        </ul>
      </Box>
    </>
  );
}

function FindBox({ state, page }: AsideProps) {
  const isTried = page.act === "find";
  const errors = isTried ? state.errors : undefined;
  return (
    <Box id="found" heading="Find my request">
      {page.isFound && (
        <p role="status">
          <b>We emailed the link.</b> It opens the page that says where your request is.
        </p>
      )}
      <p>The number is in our email. We send the link there again.</p>
      <form method="post" action={`${paths.yourPrivacy}#found`} noValidate className={styles.form}>
        {errors && <ErrorSummary form={findRequestForm} errors={errors} idPrefix="find" />}
        {isTried && state.failure && (
          <p role="alert" className={styles.failure}>
            {state.failure}
          </p>
        )}
        <input type="hidden" name={actName} value="find" />
        {findRequestForm.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix="find"
            defaultValue={isTried ? (state.values?.[field.name] ?? "") : ""}
            error={errors?.[field.name]}
          />
        ))}
        <Button type="submit">Show where it is</Button>
      </form>
    </Box>
  );
}
