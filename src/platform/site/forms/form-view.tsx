import { Fragment, type ReactNode, use, useEffect, useRef } from "react";
import { emptyValues, type FormDefinition } from "../../contract/form-engine/define-form.ts";
import { submissionExtras } from "../../contract/form-engine/submission.ts";
import { type PrefillCustomer, prefillValues } from "../../contract/prefill.ts";
import { FormStateContext } from "../runtime/form-state.ts";
import { prefillCustomer, rememberServedCustomer } from "../runtime/prefill-customer.ts";
import { dropDraft, keepDraft, readDraft } from "./drafts.ts";
import { FailureDialog } from "./failure-dialog.tsx";
import { Field } from "./fields/field.tsx";
import { errorPrefix, FormFrame, sending, useTitlePrefix } from "./form-frame.tsx";
import styles from "./form-view.module.css";
import { SentView } from "./sent-view.tsx";
import { useSubmission } from "./use-submission.ts";

/** Values of a form from the query of its page, unless others were typed. */
type Prefill = (
  form: FormDefinition,
  query: URLSearchParams,
  typed: Readonly<Record<string, string>>,
) => Readonly<Record<string, string>>;

interface FormViewProps {
  readonly form: FormDefinition;
  /** The page it is on, which handles the POST when no script runs. */
  readonly path: string;
  /** Query of the page's URL; empty in islands, which have no router. */
  readonly search?: string;
  readonly prefill?: Prefill | undefined;
  readonly notes?: Readonly<Record<string, ReactNode>>;
  /** Text above the form; removed with it once it is sent. */
  readonly children?: ReactNode;
}

function findPrefillCustomer(served: PrefillCustomer | undefined): PrefillCustomer | undefined {
  if (typeof window === "undefined") return served;
  rememberServedCustomer(served);
  return prefillCustomer();
}

/** Non-empty values of the draft; empty fields may be prefilled. */
function typedValues(form: FormDefinition): Readonly<Record<string, string>> {
  const entries = Object.entries(readDraft(form) ?? {});
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

export function FormView({ form, path, search, prefill, notes = {}, children }: FormViewProps) {
  const context = use(FormStateContext);
  const served = context?.collection === form.collection ? context : null;
  const submission = useSubmission(form, served);
  const { stage, checked, failure } = submission;
  const element = useRef<HTMLFormElement>(null);
  const typed = typedValues(form);
  const initialValues = useRef({
    ...emptyValues(form),
    ...prefillValues(form, findPrefillCustomer(context?.person)),
    ...served?.values,
    ...typed,
    ...prefill?.(form, new URLSearchParams(search), typed),
  });

  const isSent = stage.kind === "sent";
  useEffect(() => {
    if (!isSent) return keepDraft(form, element.current);
    dropDraft(form);
    return undefined;
  }, [form, isSent]);
  useEffect(() => {
    if (submission.again > 0) element.current?.querySelector<HTMLElement>("input")?.focus();
  }, [submission.again]);
  useTitlePrefix(isSent ? `${form.success.heading} - ` : errorPrefix(checked.errors));

  if (stage.kind === "sent") {
    initialValues.current =
      form.afterSuccess === "keep"
        ? { ...initialValues.current, ...stage.values }
        : emptyValues(form);
    return (
      <SentView
        form={form}
        path={path}
        reference={stage.reference}
        onSendAnother={submission.sendAnother}
      />
    );
  }

  return (
    <>
      {children}
      <FormFrame
        form={form}
        ref={element}
        action={path}
        checked={checked}
        busy={stage.kind === "sending" ? sending : undefined}
        onSubmit={submission.submit}
      >
        <p className={styles.note}>We need every field that does not say “optional”.</p>
        {form.fields.map((field) => (
          <Fragment key={field.name}>
            <Field
              field={field}
              idPrefix={form.collection}
              defaultValue={initialValues.current[field.name] ?? ""}
              error={checked.errors[field.name]}
            />
            {notes[field.name]}
          </Fragment>
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <input type="hidden" name={submissionExtras.key} data-token="" />
      </FormFrame>
      {failure && <FailureDialog failure={failure} onClose={submission.dismissFailure} />}
    </>
  );
}
