import { type FormEvent, useRef, useState } from "react";
import {
  checkForm,
  type FormDefinition,
  type FormErrors,
  type FormValues,
} from "../../contract/define-form.ts";
import { failureWithWait } from "../../contract/errors.ts";
import {
  type FormState,
  type SubmissionAnswer,
  submissionExtras,
  submissionPath,
} from "../../contract/submission.ts";
import { post } from "../api.ts";
import { valuesOf } from "./drafts.ts";
import { freshToken } from "./fresh-token.ts";

/** Where a form stands (SPEC 4): being filled in, on its way, or saved. */
type Stage =
  | { readonly kind: "editing" }
  | { readonly kind: "sending" }
  | { readonly kind: "sent"; readonly reference: string; readonly values: FormValues };

/**
 * Behaviour of a plain form: check, send, show faults, keep every value. Inputs stay
 * uncontrolled; the hidden extras are read from the form like everything else.
 */
export function useSubmission(form: FormDefinition, served: FormState | null) {
  const [stage, setStage] = useState<Stage>(
    served?.reference
      ? { kind: "sent", reference: served.reference, values: {} }
      : { kind: "editing" },
  );
  const [errors, setErrors] = useState<FormErrors>(served?.errors ?? {});
  const [failure, setFailure] = useState(served?.failure);
  /** Counts refused submits, so that the focus moves to the summary each time. */
  const [refusals, setRefusals] = useState(0);
  /** Counts the times that "Send another" brought the form back, for the focus. */
  const [again, setAgain] = useState(0);
  const startedAt = useRef<number>(undefined);

  function refuse(found: FormErrors) {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (stage.kind === "sending") return;
    const element = event.currentTarget;
    const values = valuesOf(form, element);
    const found = checkForm(form, values);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    setErrors({});
    setFailure(undefined);
    setStage({ kind: "sending" });
    const data = new FormData(element);
    const outcome = await post<SubmissionAnswer>(submissionPath(form.collection), {
      ...values,
      [submissionExtras.key]: data.get(submissionExtras.key) || keyOf(element),
      [submissionExtras.honeypot]: data.get(submissionExtras.honeypot) ?? "",
      [submissionExtras.formTime]: String(
        Math.round(performance.now() - (startedAt.current ?? window.boot.loadedAt)),
      ),
    });
    if (outcome.ok) {
      setStage({ kind: "sent", reference: outcome.data.reference, values });
      return;
    }
    setStage({ kind: "editing" });
    const { error } = outcome;
    if (error.code === "invalid" && error.fields) refuse(error.fields);
    else
      setFailure(
        failureWithWait(form.failure, "retryAfter" in error ? error.retryAfter : undefined),
      );
  }

  /** A field that became right loses its error; typing never adds one (rule F3). */
  function recheck(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (!errors[name]) return;
    if (checkForm(form, valuesOf(form, event.currentTarget))[name]) return;
    setErrors(({ [name]: _fixed, ...rest }) => rest);
  }

  function sendAnother() {
    startedAt.current = performance.now();
    setStage({ kind: "editing" });
    setAgain((count) => count + 1);
  }

  return {
    stage,
    errors,
    failure,
    refusals,
    again,
    submit,
    recheck,
    sendAnother,
    dismissFailure: () => setFailure(undefined),
  };
}

/** The form's idempotency key, made now when the boot script did not meet this form. */
function keyOf(element: HTMLFormElement): string {
  const input = element.elements.namedItem(submissionExtras.key) as HTMLInputElement;
  input.value = freshToken();
  return input.value;
}
