import { useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { roleNames } from "../../../platform/contract/desk/roles.ts";
import { type StaffMember, staffEndpoints } from "../../../platform/contract/desk/staff.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { preload, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { formatDay } from "../../../platform/desk/format/times.ts";
import { SettingsPanel } from "../../../platform/desk/settings/settings-panel.tsx";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { useCopy } from "../../../platform/desk/ui/use-copy.ts";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { InviteForm } from "./invite-form.tsx";
import { RoleTable } from "./role-table.tsx";
import styles from "./staff.module.css";
import { StaffTable } from "./staff-table.tsx";

export const loadStaff = () => preload(staffEndpoints.list);

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

interface InvitationProps {
  readonly person: StaffMember;
  /** The link, if it was just created. */
  readonly link: string | undefined;
  readonly onLink: (email: string, link: string) => void;
  readonly onChanged: (what: string) => void;
}

/** A person who was invited and has not joined. */
function Invitation({ person, link, onLink, onChanged }: InvitationProps) {
  const { id, name, email, roles, invitation } = person;
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { message: copied, copy } = useCopy({
    done: "The link is copied.",
    failed: "Your browser can't copy. Select the link and copy it.",
  });

  async function sendAgain() {
    setIsBusy(true);
    const outcome = await deskRequest(withId(staffEndpoints.inviteAgain, id));
    setIsBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (!outcome.ok) return;
    onLink(email, outcome.data.link);
    onChanged(`A new link is on its way to ${email}. The link before no longer works.`);
  }

  return (
    <div className={styles.invited}>
      <Icon name="mail" />
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        is invited as {roles.map((role) => roleNames[role]).join(", ")}. {email}
        {invitation && (
          <>
            <br />
            Sent {formatDay(invitation.sentAt)} by {invitation.by}. The link works until{" "}
            {formatDay(invitation.expiresAt)}.
          </>
        )}
        {link && (
          <>
            <br />
            The link, shown once: <span className={styles.link}>{link}</span>
          </>
        )}
      </p>
      <div className={styles.invitedActions}>
        {link && (
          <Button look="ghost" isSmall onClick={() => void copy(link)}>
            <DeskIcon name="copy" />
            Copy link
          </Button>
        )}
        <Button
          look="ghost"
          isSmall
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void sendAgain()}
        >
          Send again<span className="sr"> to {name}</span>
        </Button>
        <AskButton
          label="Take back"
          of={`the invitation of ${name}`}
          heading={`Take back the invitation of ${name}?`}
          text={`The link in the email no longer works. You can invite ${name} again.`}
          send={() => deskRequest(withId(staffEndpoints.withdrawInvitation, id))}
          onDone={() => onChanged(`The invitation of ${name} is taken back.`)}
        />
      </div>
      <p role="status" className={styles.copied}>
        {copied}
      </p>
      <FormAlert message={failure} />
    </div>
  );
}
