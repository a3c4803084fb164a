import { type ReactNode, use } from "react";
import { office } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import {
  type FormState,
  submissionExtras,
} from "../../../platform/contract/form-engine/submission.ts";
import { linkSteps, paths } from "../../../platform/contract/paths.ts";
import { ErrorSummary } from "../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../platform/site/forms/fields/field.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { appealForm } from "../contract/appeal.ts";
import type { PrivacyRequestState } from "../contract/privacy-requests.ts";
import styles from "./your-data.module.css";

const idPrefix = "appeal";

/** Rendered on the server only, in the company's time zone. */
const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: office.timeZone,
  dateStyle: "long",
});

/**
 * A request about the person's data, opened by the personal link of an email: to confirm their
 * identity, get the copy or appeal. Opening changes nothing; a button posts, also without scripts.
 * An invalid link and an expired one look the same.
 */
export default function YourDataPage() {
  const served = use(FormStateContext);
  const state = served?.collection === appealForm.collection ? served : undefined;
  return (
    <>
      <PageMeta
        path={paths.privacyRequestLink}
        title="Your data"
        description="What you asked us about your data."
        noIndex
      />
      <section className={styles.top}>
        <div className="wrap">
          {state?.privacyRequest ? (
            <Step request={state.privacyRequest} state={state} />
          ) : (
            <NoRequest isCut={state?.step === linkSteps.cut} />
          )}
          <PhoneLinks />
        </div>
      </section>
    </>
  );
}

interface StepProps {
  readonly request: PrivacyRequestState;
  readonly state: FormState;
}

function Step({ request, state }: StepProps) {
  const { step, isDone, reference } = request;
  const code = <b className="exact">{reference}</b>;
  if (isDone) return <Done request={request} code={code} />;
  if (step === "appeal") return <Appeal request={request} state={state} />;
  const asks = asksFor(request);
  return (
    <>
      <h1>{step === "copy" ? "Your copy is ready" : "Is it you?"}</h1>
      <p className="lead">
        {step === "copy"
          ? "You get one file with everything that we hold about you. It may take a minute."
          : `Someone asked us ${asks} with your email address. If it was you, press the button.`}
      </p>
      <p>
        Your reference is {code}. This page works until {nameDay(request.openUntil)}.
      </p>
      {state.failure && (
        <p role="alert" className={styles.failure}>
          {state.failure}
        </p>
      )}
      <form method="post" action={request.action} className={styles.form}>
        <Button type="submit">
          <Icon name={step === "copy" ? "download" : "check"} />
          {step === "copy" ? "Get the copy of my data" : "Yes, it was me"}
        </Button>
      </form>
      <p>
        {step === "copy"
          ? "It is a ZIP file. Save it where no one else can read it."
          : "If this wasn’t you, close this page. We change nothing."}
      </p>
    </>
  );
}

function asksFor({ kind }: PrivacyRequestState): string {
  return kind === "copy" ? "for a copy of your data" : "to delete your data";
}

function Done({ request, code }: { request: PrivacyRequestState; code: ReactNode }) {
  const { step, dueAt } = request;
  return (
    <>
      <h1>{step === "appeal" ? "We are looking at it again" : "Thank you"}</h1>
      <p className="lead">
        {step === "appeal"
          ? "Another member of our staff will decide."
          : "Your identity is confirmed. There is nothing more to do."}
      </p>
      <p>
        You will hear from us by {nameDay(dueAt)}. Your reference is {code}.
      </p>
    </>
  );
}

function Appeal({ request, state }: StepProps) {
  const { errors, failure, values } = state;
  const hint = `Another member of our staff reads it and decides within ${facts.privacyRequest.appeal} days.`;
  return (
    <>
      <h1>Ask us to look again</h1>
      <p className="lead">
        You asked us {asksFor(request)}. We said no: {request.reason}
      </p>
      {errors && <ErrorSummary form={appealForm} errors={errors} idPrefix={idPrefix} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <form
        method="post"
        action={request.action}
        noValidate
        className={`${styles.form} ${styles.card}`}
      >
        {appealForm.fields.map((field) => (
          <Field
            key={field.name}
            field={{ ...field, hint }}
            idPrefix={idPrefix}
            defaultValue={values?.[field.name] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <Button type="submit">{appealForm.submitLabel}</Button>
      </form>
    </>
  );
}

function NoRequest({ isCut }: { readonly isCut: boolean }) {
  return (
    <>
      <h1>{isCut ? "This link is incomplete" : "This link no longer works"}</h1>
      <p className="lead">
        {isCut
          ? "A part of it is missing. Open it from our email again, or copy all of it. You did nothing wrong."
          : "Links work for some weeks. There may be a typo in it. You did nothing wrong."}
      </p>
      <p>
        <AppLink to={paths.privacyRequest} className={buttonClass()}>
          Ask again
        </AppLink>
      </p>
    </>
  );
}

function nameDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}
