import { staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { RoleChoice, readRoles } from "./role-choice.tsx";
import styles from "./staff.module.css";

interface InviteFormProps {
  readonly onLink: (email: string, link: string) => void;
  readonly onChanged: (what: string) => void;
}

export function InviteForm({ onLink, onChanged }: InviteFormProps) {
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => ({
      ...requireFields(values, { name: "Enter the name.", email: "Enter the work email." }),
      ...(readRoles(values).length === 0 && { roles: "Choose at least one role." }),
    }),
    send: (values) =>
      deskRequest(staffEndpoints.invite, {
        name: values.name ?? "",
        email: values.email ?? "",
        roles: readRoles(values),
      }),
    onDone: ({ link }, { email = "" }) => {
      form.ref.current?.reset();
      onLink(email.trim(), link);
      onChanged(`The invitation is on its way to ${email}.`);
    },
  });
  return (
    <section aria-labelledby="invite" className={styles.invite}>
      <h2 id="invite">Invite a coworker</h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <div className={styles.pair}>
          <TextField
            id="invite-name"
            name="name"
            label="Name"
            autoComplete="off"
            error={fieldErrors.name}
          />
          <TextField
            id="invite-email"
            name="email"
            type="email"
            label="Work email"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            error={fieldErrors.email}
          />
        </div>
        <RoleChoice id="invite" checked={["viewer"]} error={fieldErrors.roles} />
        <Actions>
          <SubmitButton isBusy={isBusy}>Send the invitation</SubmitButton>
        </Actions>
      </form>
      <p>They set a password and a second factor before they see anything.</p>
    </section>
  );
}
