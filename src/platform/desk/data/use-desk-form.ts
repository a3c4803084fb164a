import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Outcome } from "../../site/runtime/api.ts";
import { failureMessage } from "./desk-request.ts";

export type FieldErrors = Readonly<Record<string, string>>;

interface DeskFormOptions<Response> {
  /** Client-side errors by field name; if there are none, the values are sent. */
  readonly check: (values: Readonly<Record<string, string>>) => FieldErrors;
  readonly send: (values: Readonly<Record<string, string>>) => Promise<Outcome<Response>>;
  readonly onDone: (data: Response, values: Readonly<Record<string, string>>) => void;
  /** Field that shows the errors with these codes, in place of the form. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  /** Called for each rejection, for what the form cannot show. */
  readonly onRejected?: (code: string) => void;
}

interface DeskForm {
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  readonly fieldErrors: FieldErrors;
  /** Why the values were not accepted, if no field says so or several do. */
  readonly alert: string | undefined;
  readonly isBusy: boolean;
  setAlert(message: string | undefined): void;
}

/**
 * Sends a form of the desk. Its fields are uncontrolled, so nothing typed is lost when sending
 * fails. The first field with an error takes the focus; if there are more, the alert has all of them.
 */
export function useDeskForm<Response>(options: DeskFormOptions<Response>): DeskForm {
  const { check, send, onDone, fieldOf = {}, onRejected } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [alert, setAlert] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    if (Object.keys(fieldErrors).length === 0) return;
    const control = ref.current?.querySelector<HTMLInputElement>("[aria-invalid]");
    control?.focus();
    if (control?.inputMode === "numeric") control.select();
  }, [fieldErrors]);

  async function submit(values: Readonly<Record<string, string>>) {
    const found = check(values);
    setFieldErrors(found);
    setAlert(undefined);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    const outcome = await send(values);
    setIsBusy(false);
    if (outcome.ok) {
      onDone(outcome.data, values);
      return;
    }
    const { error } = outcome;
    const field = fieldOf[error.code];
    if (error.code === "invalid" && "fields" in error) setFieldErrors(error.fields ?? {});
    else if (field) setFieldErrors({ [field]: failureMessage(error) });
    else setAlert(failureMessage(error));
    onRejected?.(error.code);
  }

  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isBusy) void submit(readValues(event.currentTarget));
      },
    },
    fieldErrors,
    alert: alert ?? listErrors(fieldErrors),
    isBusy,
    setAlert,
  };
}

function readValues(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Several errors in one text; undefined for one, which its focused field announces. */
function listErrors(fieldErrors: FieldErrors): string | undefined {
  const errors = Object.values(fieldErrors);
  return errors.length > 1 ? `Check ${errors.length} fields. ${errors.join(" ")}` : undefined;
}

/** An error with the given text for each empty field. */
export function requireFields(
  values: Readonly<Record<string, string>>,
  messages: FieldErrors,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(messages).filter(([name]) => (values[name] ?? "").trim() === ""),
  );
}
