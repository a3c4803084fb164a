import { useNavigate } from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../../platform/desk/data/desk-request.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import {
  accountEndpoints,
  letterCodeDays,
  type WelcomeWay,
  welcomeLinkHours,
} from "../../contract/account-actions.ts";
import type { CustomerDetail } from "../../contract/customers.ts";
import { Act } from "./account-act.tsx";

interface WelcomeActsProps {
  readonly customer: CustomerDetail;
  /** Loads the customer again, and announces what happened. */
  readonly onChanged: (sentence: string) => Promise<void>;
}

/** The ways in which a customer whom staff added gets to choose a password. */
export function WelcomeActs({ customer, onChanged }: WelcomeActsProps) {
  const { id, name, email, text, check } = customer;
  const navigate = useNavigate();
  const first = firstName(name);
  const isCovered = check?.covered.includes("email") === true;
  const ask = (by: WelcomeWay) => ({
    send: () => deskRequest(withId(accountEndpoints.welcome, id), { by }),
    onDone: () => void onChanged("The link is sent."),
  });
  return (
    <>
      {(email !== "" || isCovered) && (
        <Act
          name="Email a link to choose a password"
          hint={`${first} has not chosen one yet. It works for ${welcomeLinkHours} hours`}
          label="Email…"
          of="a link to choose a password"
          needsCheck={false}
          asked={{
            confirmLabel: "Email the link",
            heading: `Email ${first} a link?`,
            text: `An email with a link to choose a password goes to ${isCovered ? "the address that we have" : email}. You never see it.`,
            ...ask("email"),
          }}
        />
      )}
      {text.consent === "allowed" && (
        <Act
          name="Text that link"
          hint={`To ${text.number}`}
          label="Text…"
          of="a link to choose a password"
          needsCheck={false}
          asked={{
            confirmLabel: "Text the link",
            heading: `Text ${first} a link?`,
            text: `A text with a link to choose a password goes to ${text.number}. You never see the link.`,
            ...ask("text"),
          }}
        />
      )}
      <Act
        name="Print a letter with a code"
        hint={`To choose a password on the site. It works for ${letterCodeDays} days`}
        label="Letter…"
        of="with a code"
        needsCheck={false}
        onOpen={() => void navigate(`${deskPaths.customers}/${id}/letter`)}
      />
    </>
  );
}
