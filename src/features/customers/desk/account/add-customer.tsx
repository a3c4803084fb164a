import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { checkForm, readValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { FieldError, TextField } from "../../../../platform/desk/ui/field.tsx";
import { consentQuestion } from "../../../texts/contract/consent.ts";
import {
  accountEndpoints,
  newCustomerForm,
  type WelcomeWay,
  welcomeWayLabels,
  welcomeWays,
} from "../../contract/account-actions.ts";
import { FormDialog } from "./account-dialogs.tsx";
import styles from "./add-customer.module.css";

/** What each way needs. */
const needs: Readonly<Record<WelcomeWay, Readonly<Record<string, string>>>> = {
  email: { email: "Email is required for a link by email." },
  text: {
    phone: "Phone is required for a link by text.",
    agreed: "Read the question aloud, and check the box after a yes.",
  },
  letter: { addressLine1: "Address is required for a letter." },
};

/** Adds a customer who calls, and opens their page. */
export function AddCustomer() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="ghost" isSmall onClick={() => setIsOpen(true)}>
        Add a customer
      </Button>
      {isOpen && <AddDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [way, setWay] = useState<WelcomeWay>("email");
  const desk = useDeskForm({
    check: (values) => ({
      ...checkForm(
        newCustomerForm,
        readValues(newCustomerForm, (name) => values[name]),
      ),
      ...requireFields(values, needs[way]),
    }),
    send: (values) =>
      deskRequest(accountEndpoints.add, {
        ...readValues(newCustomerForm, (name) => values[name]),
        welcome: way,
        agreed: values.agreed === "on" ? "yes" : "",
      }),
    onDone: ({ id }) =>
      void navigate(`${deskPaths.customers}/${id}${way === "letter" ? "/letter" : ""}`),
  });
  const { fieldErrors: errors } = desk;
  const wayError = errors.welcome ?? errors.agreed;
  return (
    <FormDialog
      {...{ dialog, desk, onClose }}
      heading="Add a customer"
      text="The customer chooses a password. You never see it."
      submitLabel={newCustomerForm.submitLabel}
    >
      {newCustomerForm.fields.map(({ name, label }) => (
        <TextField
          key={name}
          id={`new-customer-${name}`}
          name={name}
          label={label}
          autoComplete="off"
          error={errors[name]}
        />
      ))}
      <fieldset className={styles.ways}>
        <legend>How does the customer choose a password?</legend>
        {welcomeWays.map((one) => (
          <label key={one}>
            <input
              className={styles.pick}
              type="radio"
              name="welcome"
              value={one}
              checked={one === way}
              onChange={() => setWay(one)}
            />
            <span>{welcomeWayLabels[one]}</span>
          </label>
        ))}
        {way === "text" && (
          <>
            <p>Read this aloud on the phone, word for word. It is stored with the time.</p>
            <blockquote>{consentQuestion}</blockquote>
            <label>
              <input className={styles.pick} type="checkbox" name="agreed" />
              <span>The answer was yes</span>
            </label>
          </>
        )}
        {wayError && <FieldError id="new-customer-welcome-error">{wayError}</FieldError>}
      </fieldset>
    </FormDialog>
  );
}
