import { type ReactNode, type Ref, type SubmitEvent, useEffect, useRef } from "react";
import type { FormDefinition, FormErrors } from "../../contract/form-engine/define-form.ts";
import { Button, ButtonRow } from "../ui/button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import styles from "./form-view.module.css";
import type { useCheckedForm } from "./use-checked-form.ts";

/** Default label of the submit button while sending. */
export const sending = "Sending...";

interface FormFrameProps {
  readonly form: FormDefinition;
  readonly ref: Ref<HTMLFormElement>;
  /** Page that handles the POST when no script runs. */
  readonly action: string;
  readonly checked: ReturnType<typeof useCheckedForm>;
  /** Label of the button while sending; undefined otherwise. */
  readonly busy: string | undefined;
  readonly onSubmit: (element: HTMLFormElement) => Promise<void>;
  readonly children: ReactNode;
  readonly after?: ReactNode;
  /** Button that cancels, for submits that cannot be undone: it comes first and looks primary. */
  readonly cancelButton?: ReactNode;
}

export function FormFrame(props: FormFrameProps) {
  const { form, ref, action, checked, busy, onSubmit, children, after, cancelButton } = props;
  const { errors, rejections, recheck } = checked;
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (rejections > 0) summary.current?.focus();
  }, [rejections]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy === undefined) void onSubmit(event.currentTarget);
  }

  const send = (
    <Button
      type="submit"
      look={cancelButton ? "ghost" : "solid"}
      aria-disabled={busy !== undefined || undefined}
    >
      {busy ?? form.submitLabel}
    </Button>
  );
  return (
    <form
      ref={ref}
      className={styles.form}
      method="post"
      action={action}
      onSubmit={submit}
      onInput={recheck}
      noValidate
    >
      {Object.keys(errors).length > 0 && (
        <ErrorSummary ref={summary} form={form} errors={errors} idPrefix={form.collection} />
      )}
      {children}
      <div className={styles.actions}>
        {cancelButton ? (
          <ButtonRow>
            {cancelButton}
            {send}
          </ButtonRow>
        ) : (
          send
        )}
        <p className="sr" role="status">
          {busy ?? ""}
        </p>
      </div>
      {after}
    </form>
  );
}

export function errorPrefix(errors: FormErrors): string {
  return Object.keys(errors).length > 0 ? "Error: " : "";
}

export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    if (prefix === "" || document.title.startsWith(prefix)) return;
    document.title = prefix + document.title;
    return () => {
      document.title = document.title.replace(prefix, "");
    };
  }, [prefix]);
}
