import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ErrorCode } from "../../contract/errors/errors.ts";
import { type FormError, toFormError } from "../../contract/errors/form-error.ts";
import {
  emptyValues,
  type FormDefinition,
  type FormValues,
  withoutPasswords,
} from "../../contract/form-engine/define-form.ts";
import type { FormState } from "../../contract/form-engine/submission.ts";
import type { Outcome } from "../runtime/api.ts";
import { useServedState } from "../runtime/form-state.ts";
import { dropDraft, keepDraft, readDraft, writeDraft } from "./drafts.ts";
import { FailureDialog } from "./failure-dialog.tsx";
import { controlId, Field } from "./fields/field.tsx";
import { FieldRow, inRows } from "./fields/field-row.tsx";
import { errorPrefix, FormFrame, sending, useTitlePrefix } from "./form-frame.tsx";
import { ServedDoubts } from "./served-doubts.tsx";
import { useCheckedForm } from "./use-checked-form.ts";
import { useDoubts } from "./use-doubts.tsx";

/** A rejected request, for screens that show it in their own words. */
export interface ShownError extends FormError {
  /** The sent values without passwords. */
  readonly values: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Errors that another email address fixes; for all others the password takes the focus. */
const emailErrorCodes: ReadonlySet<string> = new Set<ErrorCode>([
  "email-already-in-use",
  "user-not-found",
]);

interface EndpointFormProps<Name extends string, Response> {
  readonly form: FormDefinition<Name>;
  /** Page that handles the native POST when no script runs. */
  readonly action: string;
  readonly initial?: Readonly<Record<string, string>>;
  readonly onSend: (values: FormValues<Name>) => Promise<Outcome<Response>>;
  /** The form stays busy until the promise settles. */
  readonly onDone: (response: Response, values: FormValues<Name>) => void | Promise<void>;
  /** Renders an error in place of the default alert. */
  readonly showError?: (rejection: ShownError) => ReactNode;
  readonly busyLabel?: string;
  readonly rows?: readonly (readonly Name[])[];
  readonly children?: ReactNode;
  readonly after?: ReactNode;
  /** Button that cancels; it comes first, and the submit button looks secondary. */
  readonly cancelButton?: ReactNode;
}

/**
 * A form that posts to its own endpoint, in all its states. Values are kept except passwords,
 * which have to be typed again after a rejection.
 */
export function EndpointForm<Name extends string, Response>(
  props: EndpointFormProps<Name, Response>,
) {
  const { form, action, initial, onSend, onDone, showError, busyLabel = sending } = props;
  const served = useServedState(form.collection);
  const checked = useCheckedForm(form, served?.errors);
  const doubts = useDoubts(form, served?.doubts);
  const [busy, setBusy] = useState(false);
  const [rejection, setRejection] = useState(() => servedRejection(served));
  const element = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const [initialValues] = useState<Readonly<Record<string, string>>>(() => ({
    ...emptyValues(form),
    ...initial,
    ...readDraft(form),
    ...served?.values,
  }));

  useEffect(() => {
    const keep = keepDraft(form, element.current);
    return () => (isDone.current ? dropDraft(form) : keep());
  }, [form]);
  useTitlePrefix(errorPrefix(checked.errors));
  const hasPassword = form.fields.some(({ kind }) => kind === "password");

  async function submit(formElement: HTMLFormElement) {
    const values = checked.validate(formElement);
    if (!values || !(await doubts.confirm(values))) return;
    setRejection(undefined);
    setBusy(true);
    const outcome = await onSend(values);
    clearPasswords(form, formElement);
    if (outcome.ok) {
      isDone.current = true;
      if (form.afterSuccess === "reset") formElement.reset();
      await onDone(outcome.data, values);
    } else if (outcome.error.code === "invalid" && "fields" in outcome.error) {
      checked.reject(outcome.error.fields ?? {});
    } else {
      // Now, not on unmount: the page that the error links to may prefill from the draft.
      writeDraft(form, values);
      setRejection({
        ...toFormError(form, outcome.error),
        values: withoutPasswords(form, values),
      });
    }
    setBusy(false);
  }

  function close() {
    setRejection(undefined);
    const fieldKind = rejection && emailErrorCodes.has(rejection.code) ? "email" : "password";
    const field = form.fields.find(({ kind }) => kind === fieldKind);
    if (field) document.getElementById(controlId(form.collection, field.name))?.focus();
  }

  return (
    <>
      <FormFrame
        form={form}
        ref={element}
        action={action}
        checked={checked}
        busy={busy ? busyLabel : undefined}
        onSubmit={submit}
        after={props.after}
        cancelButton={props.cancelButton}
      >
        {served?.doubts && <ServedDoubts form={form} doubts={served.doubts} />}
        {inRows(form, props.rows).map((fields) => (
          <FieldRow key={fields[0]?.name} fields={fields}>
            {(field) => (
              <Field
                key={field.name}
                field={field}
                idPrefix={form.collection}
                defaultValue={initialValues[field.name] ?? ""}
                error={checked.errors[field.name]}
                doubt={served?.doubts?.[field.name]}
              />
            )}
          </FieldRow>
        ))}
        {props.children}
      </FormFrame>
      {doubts.dialog}
      {rejection &&
        (showError?.({ ...rejection, close }) ?? (
          <FailureDialog failure={rejection.sentence} onClose={close}>
            {hasPassword && "Please type your password again."}
          </FailureDialog>
        ))}
    </>
  );
}

function clearPasswords({ fields }: FormDefinition, element: HTMLFormElement): void {
  for (const { name, kind } of fields) {
    const control = element.elements.namedItem(name);
    if (kind === "password" && control instanceof HTMLInputElement) control.value = "";
  }
}

function servedRejection(served: FormState | null): Omit<ShownError, "close"> | undefined {
  if (!served?.failure) return undefined;
  const { code = "server-error", failure, values = {} } = served;
  return { code, sentence: failure, values };
}
