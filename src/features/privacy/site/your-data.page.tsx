import { use } from "react";
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
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { appealForm } from "../contract/appeal.ts";
import type { PrivacyRequestState } from "../contract/privacy-requests.ts";
import { actName } from "../contract/your-privacy.ts";
import { nameDay } from "./days.ts";
import { askedFor, RequestStatus } from "./request-status.tsx";
import styles from "./your-data.module.css";

const idPrefix = "appeal";

/**
 * A request about the person's data, opened by the personal link of an email: to confirm their
 * identity, see where it is, get the copy or appeal; or for an agent, to show that they may ask. Opening changes nothing; a button posts, also without scripts.
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
  const { step, isDone } = request;
  if (step === "appeal")
    return isDone ? <Appealed request={request} /> : <Appeal {...{ request, state }} />;
  if (step === "copy") return <Copy request={request} state={state} />;
  return step === "identity" && !isDone ? (
    <Identity request={request} state={state} />
  ) : (
    <RequestStatus request={request} failure={state.failure} />
  );
}

function Failure({ text }: { readonly text: string | undefined }) {
  return (
    text && (
      <p role="alert" className={styles.failure}>
        {text}
      </p>
    )
  );
}

function Reference({ request }: Pick<StepProps, "request">) {
  return (
    <p>
      Your reference is <b className="exact">{request.reference}</b>. This page works until{" "}
      {nameDay(request.openUntil)}.
    </p>
  );
}

function Copy({ request, state }: StepProps) {
  return (
    <>
      <h1>Your copy is ready</h1>
      <p className="lead">
        You get one file with everything that we hold about you. It may take a minute.
      </p>
      <Reference request={request} />
      <Failure text={state.failure} />
      <form method="post" action={request.action} className={styles.form}>
        <Button type="submit">
          <Icon name="download" />
          Get the copy of my data
        </Button>
      </form>
      <p>
        It is a ZIP file. Open “my-data.html” in it to read everything. Save it where no one else
        can read it.
      </p>
    </>
  );
}

/** Asks whether the person agrees; both answers are one press. */
function Identity({ request, state }: StepProps) {
  const { agent } = request;
  const asks = askedFor[request.kind];
  return (
    <>
      <h1>{agent ? "Do you agree?" : "Is it you?"}</h1>
      <p className="lead">
        {agent
          ? `${agent.name} asked us ${asks} for you, as: ${agent.role.toLowerCase()}.`
          : `Someone asked us ${asks} with your email address. If it was you, press the button.`}
      </p>
      <Asked request={request} />
      <Reference request={request} />
      <Failure text={state.failure} />
      <form method="post" action={request.action} className={styles.form}>
        <ButtonRow>
          <Button type="submit">
            <Icon name="check" />
            {agent ? "Yes, I agree" : "Yes, it was me"}
          </Button>
          <Button type="submit" look="ghost" name={actName} value="stop">
            No, stop this
          </Button>
        </ButtonRow>
      </form>
      <p>We change nothing unless you agree.</p>
    </>
  );
}

/** What would be corrected, and what else was typed: the person agrees to all of it. */
function Asked({ request: { corrections, details } }: Pick<StepProps, "request">) {
  if (corrections.length === 0 && details === "") return null;
  return (
    <section className={styles.card}>
      <h2>What was asked</h2>
      <dl className={styles.fields}>
        {corrections.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        {details !== "" && (
          <div>
            <dt>Details</dt>
            <dd dir="auto">{details}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Appealed({ request }: Pick<StepProps, "request">) {
  return (
    <>
      <h1>We are looking at it again</h1>
      <p className="lead">Another member of our staff will decide.</p>
      <p>
        You will hear from us by {nameDay(request.dueAt)}. Your reference is{" "}
        <b className="exact">{request.reference}</b>.
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
        You asked us {askedFor[request.kind]}. We said no: {request.reason}
      </p>
      {errors && <ErrorSummary form={appealForm} errors={errors} idPrefix={idPrefix} />}
      <Failure text={failure} />
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
        <AppLink to={paths.yourPrivacy} className={buttonClass()}>
          Ask again
        </AppLink>
      </p>
    </>
  );
}
