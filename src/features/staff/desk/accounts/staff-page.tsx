import { useState } from "react";
import { staffEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { SettingsPanel } from "../../../../platform/desk/settings/settings-panel.tsx";
import { Invitation } from "./invitation.tsx";
import { InviteForm } from "./invite-form.tsx";
import { RoleTable } from "./role-table.tsx";
import { StaffTable } from "./staff-table.tsx";

export const loadStaff = () => preload(staffEndpoints.list);

/** Settings: staff and roles. */
export function StaffPage() {
  const { data, reload } = usePreloaded(staffEndpoints.list);
  const { staff } = data;
  const [message, setMessage] = useState("");
  /** Links created here, by email address: the server stores only their hashes. */
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const joined = staff.filter(({ state }) => state !== "invited");
  const invited = staff.filter(({ state }) => state === "invited");

  function showLink(email: string, link: string) {
    setLinks({ ...links, [email]: link });
  }

  function changed(what: string) {
    setMessage(what);
    void reload();
  }

  return (
    <SettingsPanel
      heading="Staff and roles"
      aside={
        <p>
          {joined.length === 1 ? "1 person" : `${joined.length} people`}
          {invited.length > 0 && `, ${invited.length} invited`}
        </p>
      }
      message={message}
    >
      <StaffTable staff={joined} onChanged={changed} />
      {invited.map((person) => (
        <Invitation
          key={person.id}
          person={person}
          link={links[person.email]}
          onLink={showLink}
          onChanged={changed}
        />
      ))}
      <InviteForm onLink={showLink} onChanged={changed} />
      <RoleTable />
    </SettingsPanel>
  );
}
