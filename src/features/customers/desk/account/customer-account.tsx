import { useState } from "react";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay, formatLong } from "../../../../platform/desk/format/times.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { linkConsentHours } from "../../../texts/contract/consent.ts";
import {
  accountEndpoints,
  emailUndoHours,
  factorRemovalHours,
} from "../../contract/account-actions.ts";
import type { CustomerDetail } from "../../contract/customers.ts";
import { mergeUndoDays } from "../../contract/merges.ts";
import { Act } from "./account-act.tsx";
import { CorrectDialog, EmailDialog, LockDialog } from "./account-dialogs.tsx";
import styles from "./customer-account.module.css";
import { type AskAct, FactorRemoval } from "./factor-removal.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { MergedAccounts } from "./merged-accounts.tsx";
import { WelcomeActs } from "./welcome-acts.tsx";

interface AccountProps {
  readonly customer: CustomerDetail;
  /** Loads the customer again, and announces what happened. */
  readonly onChanged: (sentence: string) => Promise<void>;
}

const dialogs = {
  lock: LockDialog,
  email: EmailDialog,
  correct: CorrectDialog,
  merge: MergeDialog,
} as const;

/** What staff do for the account. Most of it needs a passed check of the caller. */
export function CustomerAccount({ customer, onChanged }: AccountProps) {
  const { id, name, email, login, check, text } = customer;
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open && dialogs[open];
  const first = firstName(name);
  const needsCheck = check?.state !== "passed";
  const isLocked = login.lockedAt !== null;
  const waitsForLinks =
    text.consent === "allowed" && login.confirmedAt !== null && !customer.takesLinks;
  const ask: AskAct = (endpoint, sentence) => ({
    send: () => deskRequest(withId(endpoint, id)),
    onDone: () => void onChanged(sentence),
  });
  return (
    <section className={styles.account} aria-labelledby="customer-account">
      <h2 id="customer-account">Account</h2>
      <LoginState login={login} />
      {login.factorRemoval && (
        <FactorRemoval removal={login.factorRemoval} first={first} ask={ask} />
      )}
      <MergedAccounts customer={customer} onChanged={onChanged} />
      <ul>
        {!isLocked && customer.isAdded && <WelcomeActs customer={customer} onChanged={onChanged} />}
        {!isLocked && !customer.isAdded && (
          <Act
            name="Send a link to set a password"
            hint={`To the email we have${waitsForLinks ? `. By text ${linkConsentHours} hours after texts were allowed` : ""}`}
            label="Send…"
            of="a link to set a password"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "Send the link",
              heading: `Send ${first} a link?`,
              text: `An email with a link to set a new password goes to ${email}. You never see it.`,
              ...ask(accountEndpoints.sendResetLink, "The link is sent."),
            }}
          />
        )}
        {customer.takesLinks && (
          <Act
            name="Text that link"
            hint={`To ${text.number}`}
            label="Text…"
            of="a link to set a password"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "Text the link",
              heading: `Text ${first} a link?`,
              text: `A text with a link to set a new password goes to ${text.number}, and an email says so. You never see the link.`,
              ...ask(accountEndpoints.textResetLink, "The link is on its way."),
            }}
          />
        )}
        {login.confirmedAt === null && !customer.isAdded && (
          <Act
            name="Confirm the email"
            hint="With a link in a new email"
            label="Send…"
            of="the link that confirms the email"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "Send the link",
              heading: "Send the link that confirms the email?",
              text: `It goes to ${email}. Links that were sent before stop working.`,
              ...ask(accountEndpoints.sendConfirmation, "The link is sent."),
            }}
          />
        )}
        <Act
          name="Change the email"
          hint={`The old one can undo it for ${emailUndoHours} hours`}
          label="Change…"
          of="the email"
          needsCheck={needsCheck}
          onOpen={() => setOpen("email")}
        />
        <Act
          name="Correct name, phone or address"
          label="Correct…"
          of="name, phone or address"
          needsCheck={needsCheck}
          onOpen={() => setOpen("correct")}
        />
        {!isLocked && (
          <Act
            name="Merge with another account"
            hint={`Of the same person. Can be undone for ${mergeUndoDays} days`}
            label="Merge…"
            of="with another account"
            needsCheck={needsCheck}
            onOpen={() => setOpen("merge")}
          />
        )}
        {login.sessions.length > 0 && (
          <Act
            name="End all sessions"
            hint="The password stays the same"
            label="End…"
            of="all sessions"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "End all sessions",
              heading: `Log ${first} out everywhere?`,
              text: `${first} logs in again with the same password on each device.`,
              ...ask(accountEndpoints.endSessions, "All sessions are ended."),
            }}
          />
        )}
        {login.authenticatorSince !== null && login.factorRemoval === null && (
          <Act
            name="Remove a lost code app"
            hint="A coworker confirms it"
            label="Remove…"
            of="a lost code app"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "Ask for the removal",
              heading: "Remove the code app?",
              text: `It is removed when a coworker confirms it, or after ${factorRemovalHours} hours. ${first} gets an email now, and logging in with a code keeps it.`,
              ...ask(accountEndpoints.askFactorRemoval, "The removal is asked for."),
            }}
          />
        )}
        {isLocked ? (
          <Act
            name="Unlock the account"
            hint={`${first} can log in again`}
            label="Unlock…"
            of="the account"
            needsCheck={needsCheck}
            asked={{
              confirmLabel: "Unlock the account",
              heading: `Unlock ${first}’s account?`,
              text: `${first} can log in again.`,
              ...ask(accountEndpoints.unlock, "The account is unlocked."),
            }}
          />
        ) : (
          <Act
            name="Lock the account"
            hint="No one can log in. Needs no check"
            label="Lock…"
            of="the account"
            needsCheck={false}
            look="danger"
            onOpen={() => setOpen("lock")}
          />
        )}
      </ul>
      {(email !== "" || check?.covered.includes("email")) && (
        <p className={styles.note}>{first} gets an email about each of these.</p>
      )}
      {Dialog && (
        <Dialog
          customer={customer}
          onDone={(sentence) => void onChanged(sentence)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function LoginState({ login }: Pick<CustomerDetail, "login">) {
  const now = useNow();
  const { lockedAt, lockedBy, lockReason, sessions } = login;
  if (lockedAt === null) {
    const last = sessions[0]?.lastSeenAt;
    return (
      <p className={styles.active}>
        <b>
          <DeskIcon name="check" />
          Active
        </b>
        {last !== undefined && ` Last seen: ${formatLong(last, now)}`}
      </p>
    );
  }
  return (
    <div className={styles.locked}>
      <DeskIcon name="lock" />
      <p>
        <b>Locked</b> {lockedBy !== "" && <bdi>by {lockedBy} </bdi>}on {formatDay(lockedAt)}
        {lockReason === "" ? "." : ": "}
        {lockReason !== "" && <bdi>“{lockReason}”</bdi>}
      </p>
    </div>
  );
}
