import { type ReactNode, use, useEffect, useRef } from "react";
import { brand } from "../../brand.ts";
import { emptyValues, type FormDefinition, type FormErrors } from "../../contract/define-form.ts";
import { submissionExtras } from "../../contract/submission.ts";
import { Button } from "../ui/button.tsx";
import { MessageBox } from "../ui/message-box.tsx";
import { dropDraft, keepDraft, readDraft } from "./drafts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { Field } from "./field.tsx";
import { FormStateContext } from "./form-state.ts";
import styles from "./form-view.module.css";
import { SentView } from "./sent-view.tsx";
import { useSubmission } from "./use-submission.ts";

const sending = "Sending...";

interface FormViewProps {
  readonly form: FormDefinition;
  /** The page it stands on, which also takes its post when no script runs. */
  readonly path: string;
  /** Words above the form; they leave with it once it is sent. */
  readonly children?: ReactNode;
}

/** Renders a plain public form from its definition, in all its states (SPEC 4). */
export function FormView({ form, path, children }: FormViewProps) {
  const context = use(FormStateContext);
  const served = context?.collection === form.collection ? context : null;
  const submission = useSubmission(form, served);
  const { stage, errors, failure, refusals } = submission;
  const summary = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const kept = useRef({ ...emptyValues(form), ...readDraft(form), ...served?.values });

  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);
  const isSent = stage.kind === "sent";
  useEffect(() => {
    if (!isSent) return keepDraft(form, element.current);
    dropDraft(form);
    return undefined;
  }, [form, isSent]);
  useEffect(() => {
    if (submission.again > 0) element.current?.querySelector<HTMLElement>("input")?.focus();
  }, [submission.again]);
  useTitlePrefix(titlePrefix(form, isSent, errors));

  if (stage.kind === "sent") {
    kept.current =
      form.afterSuccess === "keep" ? { ...kept.current, ...stage.values } : emptyValues(form);
    return (
      <SentView
        form={form}
        path={path}
        reference={stage.reference}
        onSendAnother={submission.sendAnother}
      />
    );
  }

  const busy = stage.kind === "sending";
  return (
    <>
      {children}
      <form
        ref={element}
        className={styles.form}
        method="post"
        action={path}
        onSubmit={(event) => void submission.submit(event)}
        onInput={submission.recheck}
        noValidate
      >
        {Object.keys(errors).length > 0 && (
          <ErrorSummary ref={summary} form={form} errors={errors} idPrefix={form.collection} />
        )}
        <p className={styles.note}>We need every field that does not say “optional”.</p>
        {form.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            idPrefix={form.collection}
            defaultValue={kept.current[field.name] ?? ""}
            error={errors[field.name]}
          />
        ))}
        <div className="sr" aria-hidden="true">
          <input type="text" name={submissionExtras.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <input type="hidden" name={submissionExtras.key} data-token="" />
        <div className={styles.actions}>
          <Button type="submit" aria-disabled={busy || undefined}>
            {busy ? sending : form.submitLabel}
          </Button>
          <p className="sr" role="status">
            {busy ? sending : ""}
          </p>
        </div>
      </form>
      {/* Outside: the box holds a form of its own, and forms cannot stand inside each other. */}
      {failure && (
        <MessageBox kind="alert" heading={failure} button="OK" onClose={submission.dismissFailure}>
          <p>
            Your answers are still here. You can also call{" "}
            <a href={`tel:${brand.phone.e164}`}>{brand.phone.shown}</a>.
          </p>
        </MessageBox>
      )}
    </>
  );
}

function titlePrefix(form: FormDefinition, isSent: boolean, errors: FormErrors): string {
  if (isSent) return `${form.success.heading} - `;
  return Object.keys(errors).length > 0 ? "Error: " : "";
}

/** Says the state of the form in the page's title while it lasts (rule D11). */
function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    if (prefix === "" || document.title.startsWith(prefix)) return;
    document.title = prefix + document.title;
    return () => {
      document.title = document.title.replace(prefix, "");
    };
  }, [prefix]);
}
