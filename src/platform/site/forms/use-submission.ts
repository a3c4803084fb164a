import { useRef, useState } from "react";
import { failureWithWait } from "../../contract/errors/error-message.ts";
import type { FormDefinition, FormValues } from "../../contract/form-engine/define-form.ts";
import {
  type FormState,
  submissionEndpoint,
  submissionExtras,
} from "../../contract/form-engine/submission.ts";
import { request } from "../runtime/api.ts";
import { freshToken } from "../runtime/fresh-token.ts";
import { useCheckedForm } from "./use-checked-form.ts";

type Stage =
  | { readonly kind: "editing" }
  | { readonly kind: "sending" }
  | { readonly kind: "sent"; readonly reference: string; readonly values: FormValues };

/**
 * Behavior of a public form: check, send, show errors, keep every value. Inputs are uncontrolled;
 * the hidden extras are read from the form like everything else.
 */
export function useSubmission(form: FormDefinition, served: FormState | null) {
  const [stage, setStage] = useState<Stage>(
    served?.reference
      ? { kind: "sent", reference: served.reference, values: {} }
      : { kind: "editing" },
  );
  const checked = useCheckedForm(form, served?.errors);
  const [failure, setFailure] = useState(served?.failure);
  /** Counts presses of "Send another", which move the focus to the form. */
  const [again, setAgain] = useState(0);
  const startedAt = useRef<number>(undefined);

  async function submit(element: HTMLFormElement) {
    const values = checked.validate(element);
    if (!values) return;
    setFailure(undefined);
    setStage({ kind: "sending" });
    const data = new FormData(element);
    const outcome = await request(submissionEndpoint(form), {
      ...values,
      [submissionExtras.key]: String(data.get(submissionExtras.key) || keyOf(element)),
      [submissionExtras.honeypot]: String(data.get(submissionExtras.honeypot) ?? ""),
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
    if (error.code === "invalid" && error.fields) checked.reject(error.fields);
    else {
      // Never the values, which are personal.
      console.error(`${form.collection} was not saved: ${error.code}`);
      setFailure(
        failureWithWait(form.failure, "retryAfter" in error ? error.retryAfter : undefined),
      );
    }
  }

  function sendAnother() {
    startedAt.current = performance.now();
    setStage({ kind: "editing" });
    setAgain((count) => count + 1);
  }

  return {
    stage,
    checked,
    failure,
    again,
    submit,
    sendAnother,
    dismissFailure: () => setFailure(undefined),
  };
}

/** The form's idempotency key, created now if the boot script did not see this form. */
function keyOf(element: HTMLFormElement): string {
  const input = element.elements.namedItem(submissionExtras.key) as HTMLInputElement;
  input.value = freshToken();
  return input.value;
}
