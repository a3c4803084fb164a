import { useEffect, useRef } from "react";
import { type StaffMember, staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { useDeskForm } from "../../../../platform/desk/api/use-desk-form.ts";
import { AskButton } from "../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import dialogStyles from "../../../../platform/desk/ui/dialog.module.css";
import { FormAlert, formClass, SubmitButton } from "../../../../platform/desk/ui/form-parts.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { RoleChoice, readRoles } from "./role-choice.tsx";

interface ChangeMemberProps {
  readonly person: StaffMember;
  readonly onClose: () => void;
  readonly onChanged: (what: string) => void;
}

/** Changes a staff member's roles, disables or enables them, resets their second factor. */
export function ChangeMember({ person, onClose, onChanged }: ChangeMemberProps) {
  const { id, name, roles, state, secondFactor } = person;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  function done(what: string) {
    dialog.current?.close();
    onChanged(what);
  }

  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) =>
      readRoles(values).length === 0 ? { roles: "Choose at least one role." } : {},
    send: (values) =>
      deskRequest(withId(staffEndpoints.changeRoles, id), { roles: readRoles(values) }),
    onDone: () => done(`The roles of ${name} are changed.`),
  });

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby="change-heading"
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <h2 id="change-heading">{name}</h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <RoleChoice id="change" checked={roles} error={fieldErrors.roles} />
        <Actions>
          <SubmitButton isBusy={isBusy}>Save the roles</SubmitButton>
          <Button look="ghost" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </Actions>
      </form>
      <Actions>
        {secondFactor && (
          <AskButton
            label="Reset the second factor"
            heading={`Reset the second factor of ${name}?`}
            text={`Passkeys, code app and recovery codes are removed. ${name} sets up a new one at the next login.`}
            send={() => deskRequest(withId(staffEndpoints.resetSecondFactor, id))}
            onDone={() => done(`The second factor of ${name} is reset.`)}
          />
        )}
        {state === "disabled" ? (
          <AskButton
            look="ghost"
            label="Enable"
            heading={`Enable ${name}?`}
            text={`${name} can log in as before.`}
            send={() => deskRequest(withId(staffEndpoints.enable, id))}
            onDone={() => done(`${name} can log in again.`)}
          />
        ) : (
          <AskButton
            label="Disable"
            heading={`Disable ${name}?`}
            text={`${name} is logged out now and can't log in. Their history is kept.`}
            send={() => deskRequest(withId(staffEndpoints.disable, id))}
            onDone={() => done(`${name} is disabled.`)}
          />
        )}
      </Actions>
    </dialog>
  );
}
