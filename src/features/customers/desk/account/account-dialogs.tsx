import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { looksLikeEmail, tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { Button, type ButtonLook } from "../../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../../platform/desk/ui/dialog.module.css";
import { describedBy, FieldFrame, TextField } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import {
  accountEndpoints,
  type CorrectableName,
  correctable,
  correctableLabels,
  emailUndoHours,
  maxLockReason,
} from "../../contract/account-actions.ts";
import type { CustomerDetail } from "../../contract/customers.ts";

export interface DialogProps {
  readonly customer: CustomerDetail;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

export interface FormDialogProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly desk: ReturnType<typeof useDeskForm>;
  readonly heading: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly look?: ButtonLook;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, with its two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { dialog, desk, heading, text, submitLabel, look = "solid", onClose, children } = props;
  useEffect(() => {
    dialog.current?.showModal();
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="account-dialog"
      onClose={onClose}
    >
      <h2 id="account-dialog">{heading}</h2>
      <p>{text}</p>
      <form {...desk.form} className={formClass}>
        <FormAlert message={desk.alert} />
        {children}
        <Actions>
          <SubmitButton isBusy={desk.isBusy} look={look}>
            {submitLabel}
          </SubmitButton>
          <Button look="ghost" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </Actions>
      </form>
    </dialog>
  );
}

export function LockDialog({ customer, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = firstName(customer.name);
  const desk = useDeskForm({
    check: (values) => ({
      ...requireFields(values, { reason: `Give a reason. ${first} reads it.` }),
      ...((values.reason ?? "").length > maxLockReason && {
        reason: tooLong("The reason", maxLockReason),
      }),
    }),
    send: ({ reason = "" }) =>
      deskRequest(withId(accountEndpoints.lock, customer.id), { reason: reason.trim() }),
    onDone: () => {
      dialog.current?.close();
      onDone("The account is locked.");
    },
  });
  const hint = `${first} reads it in an email, and when logging in.`;
  const error = desk.fieldErrors.reason;
  return (
    <FormDialog
      {...{ dialog, desk, onClose }}
      heading={`Lock ${first}’s account?`}
      text="All sessions end and no one can log in. Unlocking it needs a check of the caller."
      submitLabel="Lock the account"
      look="danger"
    >
      <FieldFrame id="lock-reason" label="Reason" hint={hint} error={error}>
        <textarea
          id="lock-reason"
          name="reason"
          rows={3}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy("lock-reason", hint, error)}
        />
      </FieldFrame>
    </FormDialog>
  );
}

export function EmailDialog({ customer, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = firstName(customer.name);
  const desk = useDeskForm({
    check: ({ email = "" }) =>
      looksLikeEmail(email.trim()) ? {} : { email: "Enter the new email." },
    send: ({ email = "" }) =>
      deskRequest(withId(accountEndpoints.changeEmail, customer.id), { email: email.trim() }),
    onDone: () => {
      dialog.current?.close();
      onDone("The email is changed.");
    },
    fieldOf: { "case-changed": "email" },
  });
  return (
    <FormDialog
      {...{ dialog, desk, onClose }}
      heading={`Change ${first}’s email?`}
      text={`${first} is logged out everywhere and logs in with it from now on. Both addresses get an email. The old one can undo it for ${emailUndoHours} hours.`}
      submitLabel="Change the email"
    >
      <TextField
        id="new-email"
        name="email"
        label="New email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={desk.fieldErrors.email}
      />
    </FormDialog>
  );
}

export function CorrectDialog({ customer, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { address, version } = customer;
  const stored: Readonly<Record<CorrectableName, string>> = {
    firstName: customer.firstName,
    lastName: customer.lastName,
    phoneNumber: customer.phone,
    addressLine1: address.line1,
    city: address.city,
    state: address.state,
    zip: address.zip,
  };
  const desk = useDeskForm({
    check: () => ({}),
    send: (values) => {
      const changed = correctable.filter((name) => values[name] !== stored[name]);
      const changes = Object.fromEntries(changed.map((name) => [name, values[name] ?? ""]));
      return deskRequest(withId(accountEndpoints.correct, customer.id), { version, changes });
    },
    onDone: () => {
      dialog.current?.close();
      onDone("The details are saved.");
    },
  });
  return (
    <FormDialog
      {...{ dialog, desk, onClose }}
      heading="Correct name, phone or address"
      text={`${firstName(customer.name)} gets an email that says which of them you changed.`}
      submitLabel="Save"
    >
      {correctable.map((name) => (
        <TextField
          key={name}
          id={`correct-${name}`}
          name={name}
          label={correctableLabels[name]}
          defaultValue={stored[name]}
          autoComplete="off"
          error={desk.fieldErrors[name]}
        />
      ))}
    </FormDialog>
  );
}
