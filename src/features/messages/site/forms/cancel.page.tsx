import { use } from "react";
import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import {
  type FormState,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { prefillValues } from "../../../../platform/contract/prefill.ts";
import { ErrorSummary } from "../../../../platform/site/forms/error-summary.tsx";
import { Field } from "../../../../platform/site/forms/fields/field.tsx";
import { ServedNotice } from "../../../../platform/site/forms/served-notice.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { FormStateContext } from "../../../../platform/site/runtime/form-state.ts";
import { Button, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { Ledger } from "../../../../platform/site/ui/ruled-list.tsx";
import { ActionPage, Box, CallBox } from "../../../privacy/site/action-page.tsx";
import {
  cancellationForm,
  cancelReasonForm,
  referenceName,
  storePlans,
  thanked,
} from "../../contract/forms/cancellation.ts";
import styles from "./cancel.module.css";

const { carePlus, pro } = facts;
const idPrefix = cancellationForm.collection;

/**
 * Ends a plan with one press. Posted by the browser itself, so that it is the same with and without
 * scripts. Plans are not billed here: the press makes a case, which staff finish within a business day.
 */
export default function CancelPage() {
  const served = use(FormStateContext);
  const state = served?.collection === cancellationForm.collection ? served : undefined;
  return (
    <>
      <PageMeta
        path={paths.cancel}
        title="Cancel a plan"
        description={`End ${brand.carePlus} or ${brand.pro} with one press. No questions, no fee, no account needed.`}
        picture="cancel"
      />
      <ActionPage
        surface="marigold"
        heading="Cancel a plan"
        lead="One page, one button. We ask no questions, and no one calls to change your mind."
        aside={
          <>
            <CallBox
              look="sage"
              heading="Cancel by phone"
              text="We cancel it while you are on the phone."
            />
            <Stores />
          </>
        }
      >
        <ServedNotice />
        {state?.reference ? <Canceled state={state} /> : <CancelForm state={state} />}
        <section className={styles.next}>
          <h2>What happens if you cancel</h2>
          <Ledger
            items={[
              {
                term: "Payments",
                text: "You pay nothing more. There is no fee and no notice period.",
              },
              {
                term: "Your plan",
                text: "It works until the last day that you have paid for. Then it ends by itself.",
              },
              {
                term: "Your account",
                text: "It stays. You can still ask for help, and pay each time.",
              },
              { term: "Requests", text: "What is booked stays booked." },
            ]}
          />
          <h2>What each plan costs today</h2>
          <Ledger
            items={[
              {
                term: brand.carePlus,
                text: `${formatPrice(carePlus.monthlyCents)} a month, or ${formatPrice(carePlus.annualCents)} a year, until you cancel.`,
              },
              {
                term: brand.pro,
                text: `${formatPrice(pro.monthlyCents)} a month, or ${formatPrice(pro.annualCents)} a year, until you cancel.`,
              },
            ]}
          />
        </section>
      </ActionPage>
    </>
  );
}

function CancelForm({ state }: { readonly state: FormState | undefined }) {
  const values = { ...prefillValues(cancellationForm, state?.person), ...state?.values };
  const { errors, failure } = state ?? {};
  return (
    <Box look="form" heading="Your plan">
      <form method="post" action={paths.cancel} noValidate className={styles.form}>
        {errors && <ErrorSummary form={cancellationForm} errors={errors} idPrefix={idPrefix} />}
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        {cancellationForm.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={idPrefix}
            defaultValue={values[field.name] ?? field.options?.[0] ?? ""}
            error={errors?.[field.name]}
          />
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <div className={styles.buttons}>
          <Button type="submit">{cancellationForm.submitLabel}</Button>
          <AppLink to={paths.home} className={buttonClass("ghost")}>
            Keep my plan
          </AppLink>
        </div>
        <p>You get an email at once that says so.</p>
      </form>
    </Box>
  );
}

function Canceled({ state }: { readonly state: FormState }) {
  const { heading, text } = cancellationForm.success;
  return (
    <div role="status">
      <Box look="sage" heading={heading}>
        <p>{text}</p>
        <p>
          Your reference is <b className="exact">{state.reference}</b>. We emailed it to you. To
          keep your plan after all, press the link in that email, or call us.
        </p>
        {state.step === thanked ? (
          <p>
            <b>{cancelReasonForm.success.text}</b>
          </p>
        ) : (
          <form method="post" action={`${paths.cancel}/reason`} className={styles.form}>
            <p>Would you like to tell us why? You do not have to.</p>
            <input type="hidden" name={referenceName} value={state.reference} />
            {cancelReasonForm.fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                idPrefix={cancelReasonForm.collection}
                defaultValue={field.options?.[0] ?? ""}
                allOptional
              />
            ))}
            <Button type="submit" look="ghost">
              {cancelReasonForm.submitLabel}
            </Button>
          </form>
        )}
      </Box>
    </div>
  );
}

/** Only the store can stop its own payments. */
function Stores() {
  return storePlans.map(({ store, where, url, steps }) => (
    <Box key={store} heading={`Do you pay through ${store}?`}>
      <p>
        Only {store} can stop that payment. {steps}
      </p>
      <p>
        <a href={url} className={buttonClass("ghost")} rel="noreferrer">
          Open {where}
        </a>
      </p>
    </Box>
  ));
}
