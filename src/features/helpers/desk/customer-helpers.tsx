import { useState } from "react";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { firstName } from "../../../platform/desk/format/names.ts";
import { formatDay, formatLong } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { openCallerCheck } from "../../customers/desk/open-caller-check.ts";
import type { DeskHelper } from "../contract/desk.ts";
import { helperDeskEndpoints } from "../contract/desk.ts";
import { partWords } from "../contract/helpers.ts";
import styles from "./customer-helpers.module.css";
import { InviteHelper } from "./invite-helper.tsx";

interface CustomerHelpersProps {
  readonly customer: { readonly id: string; readonly name: string };
  /** Whether a check of the caller was passed. */
  readonly isChecked: boolean;
  readonly mayWork: boolean;
  /** Of the customers, by which the page follows changes. */
  readonly topic: string;
  readonly announce: (sentence: string) => void;
}

/** Who helps the customer; staff may invite somebody for them, and end it. */
export function CustomerHelpers(props: CustomerHelpersProps) {
  const { customer, isChecked, mayWork, topic, announce } = props;
  const { data: helpers, reload } = useData(withId(helperDeskEndpoints.list, customer.id), {
    topic,
  });
  const [isInviting, setIsInviting] = useState(false);
  const first = firstName(customer.name);
  const onDone = (sentence: string) => {
    void reload();
    announce(sentence);
  };
  return (
    <section className={styles.helpers} aria-labelledby="customer-helpers">
      <h2 id="customer-helpers">Helpers</h2>
      {helpers?.length === 0 && <p className={styles.none}>No one helps {first} online.</p>}
      <ul>
        {helpers?.map((helper) => (
          <Helper key={helper.id} helper={helper} first={first} mayWork={mayWork} onDone={onDone} />
        ))}
      </ul>
      {mayWork && (
        <p className={styles.invite}>
          {!isChecked && <DeskIcon name="lock" />}
          <Button
            look="ghost"
            isSmall
            onClick={isChecked ? () => setIsInviting(true) : openCallerCheck}
          >
            Invite a helper…
            {!isChecked && <span className="sr">, after a check</span>}
          </Button>
        </p>
      )}
      {isInviting && (
        <InviteHelper
          id={customer.id}
          first={first}
          onDone={onDone}
          onClose={() => setIsInviting(false)}
        />
      )}
    </section>
  );
}

interface HelperProps {
  readonly helper: DeskHelper;
  readonly first: string;
  readonly mayWork: boolean;
  readonly onDone: (sentence: string) => void;
}

function Helper({ helper, first, mayWork, onDone }: HelperProps) {
  const now = useNow();
  const { id, name, relation, email, parts, helpsSince, until, invitedBy, acts, lastActAt } =
    helper;
  const isInvited = helpsSince === null;
  const words = parts.map((part) => partWords[part].helper).join("; ");
  return (
    <li>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        {relation !== "" && `, ${relation.toLowerCase()}`}
        <small>
          {isInvited
            ? `Invited ${email === "" ? "with a code" : `at ${email}`}${invitedBy === "" ? "" : ` by ${invitedBy}`}. Works until ${formatDay(until)}.`
            : `Helps since ${formatDay(helpsSince)}, until ${formatDay(until)}.`}
        </small>
        <small>{words || "Everything is turned off."}</small>
        {lastActAt !== null && (
          <small>
            {acts === 1 ? "1 act" : `${acts} acts`}, last {formatLong(lastActAt, now)}.
          </small>
        )}
      </p>
      {mayWork && (
        <AskButton
          label={isInvited ? "Take back…" : "End…"}
          of={isInvited ? `the invitation of ${name}` : `the help of ${name}`}
          look="ghost"
          confirmLabel={isInvited ? "Take it back" : "End the help"}
          heading={isInvited ? `Take back the invitation of ${name}?` : `End the help of ${name}?`}
          text={
            isInvited
              ? "The link or code stops working."
              : `${name} sees nothing of ${first}’s from now on. Both get an email.`
          }
          send={() => deskRequest(withId(helperDeskEndpoints.end, id))}
          onDone={() => onDone(isInvited ? "The invitation is taken back." : "The help has ended.")}
        />
      )}
    </li>
  );
}
