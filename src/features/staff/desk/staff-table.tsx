import { useEffect, useRef, useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { roleNames } from "../../../platform/contract/desk/roles.ts";
import { type StaffMember, staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import tableStyles from "../../../platform/desk/settings/stack-table.module.css";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import dialogStyles from "../../../platform/desk/ui/dialog.module.css";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { InitialsAvatar } from "../../../platform/desk/ui/initials-avatar.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { RoleChoice, readRoles } from "./role-choice.tsx";
import styles from "./staff.module.css";

interface StaffTableProps {
  readonly staff: readonly StaffMember[];
  readonly onChanged: (what: string) => void;
}

const factorNames = { passkey: "Passkey", authenticator: "Code app" } as const;

/** Everyone who has joined; all but the current user can be changed. */
export function StaffTable({ staff, onChanged }: StaffTableProps) {
  const me = useCurrentStaff();
  const now = useNow();
  const [openId, setOpenId] = useState<string>();
  const chosen = staff.find(({ id }) => id === openId);
  return (
    <>
      <table className={tableStyles.table}>
        <caption className="sr">Staff</caption>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Roles</th>
            <th scope="col">Second factor</th>
            <th scope="col">Last here</th>
            <th scope="col">
              <span className="sr">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {staff.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <span className={styles.who}>
                  <InitialsAvatar name={person.name} />
                  <span>
                    <bdi>{person.name}</bdi>
                    <span className={styles.email}>{person.email}</span>
                  </span>
                </span>
              </th>
              <td data-label="Roles">{person.roles.map((role) => roleNames[role]).join(", ")}</td>
              <td data-label="Second factor">
                {person.secondFactor ? (
                  <Chip look="sage" icon="check">
                    {factorNames[person.secondFactor]}
                  </Chip>
                ) : (
                  "None"
                )}
              </td>
              <td data-label="Last here">{describeLastSeen(person, now)}</td>
              <td className={tableStyles.act}>
                {person.id === me.id ? (
                  "You"
                ) : (
                  <Button look="ghost" isSmall onClick={() => setOpenId(person.id)}>
                    Change<span className="sr"> {person.name}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && (
        <ChangeMember person={chosen} onClose={() => setOpenId(undefined)} onChanged={onChanged} />
      )}
    </>
  );
}

/** Sessions record their use about once a minute. */
const presentMs = minutes(2);

function describeLastSeen({ state, lastSeenAt }: StaffMember, now: number): string {
  if (state === "disabled") return "Disabled";
  if (lastSeenAt === null) return "Never";
  return now - Date.parse(lastSeenAt) < presentMs ? "Now" : formatLong(lastSeenAt, now);
}

interface ChangeMemberProps {
  readonly person: StaffMember;
  readonly onClose: () => void;
  readonly onChanged: (what: string) => void;
}

function ChangeMember({ person, onClose, onChanged }: ChangeMemberProps) {
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
