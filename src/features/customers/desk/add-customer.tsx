import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { checkForm, readValues } from "../../../platform/contract/form-engine/define-form.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { accountEndpoints, newCustomerForm } from "../contract/account-actions.ts";
import { FormDialog } from "./account-dialogs.tsx";

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
  const desk = useDeskForm({
    check: (values) =>
      checkForm(
        newCustomerForm,
        readValues(newCustomerForm, (name) => values[name]),
      ),
    send: (values) =>
      deskRequest(
        accountEndpoints.add,
        readValues(newCustomerForm, (name) => values[name]),
      ),
    onDone: ({ id }) => void navigate(`${deskPaths.customers}/${id}`),
  });
  return (
    <FormDialog
      {...{ dialog, desk, onClose }}
      heading="Add a customer"
      text="The customer gets an email with a link to choose a password. You never see it."
      submitLabel={newCustomerForm.submitLabel}
    >
      {newCustomerForm.fields.map(({ name, label }) => (
        <TextField
          key={name}
          id={`new-customer-${name}`}
          name={name}
          label={label}
          autoComplete="off"
          error={desk.fieldErrors[name]}
        />
      ))}
    </FormDialog>
  );
}
