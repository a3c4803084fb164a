import { useState } from "react";
import { roleNames } from "../../../../platform/contract/desk/roles.ts";
import type { StaffMember } from "../../../../platform/contract/desk/staff.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import tableStyles from "../../../../platform/desk/settings/stack-table.module.css";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { ChangeMember } from "./change-member.tsx";
import styles from "./staff.module.css";

interface StaffTableProps {
  readonly staff: readonly StaffMember[];
  readonly onChanged: (what: string) => void;
}

const factorNames = { passkey: "Passkey", authenticator: "Code app" } as const;

/** Everyone who has joined; all but the current user can be changed. */
export function StaffTable({ staff, onChanged }: StaffTableProps) {
  const me = usePerson();
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
