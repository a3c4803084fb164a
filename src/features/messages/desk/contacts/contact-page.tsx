import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from "react-router";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { preload, usePreloaded } from "../../../../platform/desk/data/use-data.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { Address } from "../../../../platform/desk/record/address.tsx";
import { PhoneLink } from "../../../../platform/desk/record/phone-link.tsx";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { Actions, Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { subscriberStateNames } from "../../../newsletter/contract/subscriber-states.ts";
import { type ContactResponse, contactEndpoints } from "../../contract/contacts.ts";
import { openStatuses } from "../../contract/inbox.ts";
import { replyFieldId } from "../inbox/ids.ts";
import { AccountChip } from "../inbox/status-chip.tsx";
import styles from "./contact.module.css";
import { ContactList, contactListId } from "./contact-list.tsx";
import { ContactNotes } from "./contact-notes.tsx";
import { ContactPrivacy } from "./contact-privacy.tsx";
import { ContactReplies } from "./contact-replies.tsx";
import { SameBy } from "./same-by.tsx";

/** Loads the sender of the message in the URL. @throws RequestFailure */
export const loadContactPage = ({ params: { reference = "" } }: LoaderFunctionArgs) =>
  preload(withId(contactEndpoints.read, reference));

export function ContactPage() {
  const { reference = "" } = useParams();
  // Survives navigation from one message's page to another's.
  const [said, announce] = useState("");
  return (
    <>
      <p role="status" className="sr">
        {said}
      </p>
      <Person key={reference} reference={reference} announce={announce} />
    </>
  );
}

interface ContactProps {
  readonly reference: string;
  readonly announce: (sentence: string) => void;
}

function Person({ reference, announce }: ContactProps) {
  const { data: person, reload } = usePreloaded(withId(contactEndpoints.read, reference));
  const { permissions } = useCurrentStaff();
  const staff = useColleagues();
  const canWork = permissions.includes("inbox-work");
  const navigate = useNavigate();
  const [isSeparating, setIsSeparating] = useState(false);

  function startSeparating(isOn: boolean) {
    flushSync(() => setIsSeparating(isOn));
    if (isOn) document.getElementById(contactListId)?.focus();
  }

  async function separated(one: string) {
    setIsSeparating(false);
    announce("Split into its own conversation.");
    if (one === reference) {
      const next = person.cases.find((other) => other.reference !== one);
      if (next) await navigate(`${deskPaths.people}/${next.reference}`, { replace: true });
    } else await reload();
    document.getElementById(contactListId)?.focus();
  }

  return (
    <Panels className={styles.person}>
      <Panel className={styles.facts}>
        <ContactFacts person={person} reference={reference} canWork={canWork} />
      </Panel>
      <Panel className={styles.records}>
        <ContactList
          person={person}
          nameOf={staff.nameOf}
          isSeparating={isSeparating}
          onSeparated={(one) => void separated(one)}
        />
      </Panel>
      <Panel className={styles.side}>
        {person.notes && (
          <ContactNotes
            name={person.name}
            notes={person.notes}
            reference={reference}
            staff={staff}
            canWork={canWork}
            announce={announce}
            onChanged={() => void reload()}
          />
        )}
        <SameBy
          person={person}
          reference={reference}
          staff={staff}
          canWork={canWork}
          isSeparating={isSeparating}
          onSeparate={startSeparating}
          announce={announce}
          onChanged={() => void reload()}
        />
        <ContactReplies person={person} nameOf={staff.nameOf} />
      </Panel>
    </Panels>
  );
}

interface ContactFactsProps {
  readonly person: ContactResponse;
  readonly reference: string;
  readonly canWork: boolean;
}

function ContactFacts({ person, reference, canWork }: ContactFactsProps) {
  const { name, since, emails, phones, account, newsletter, cases } = person;
  const canRead = useCurrentStaff().permissions.includes("inbox-read");
  const contact = (way: string) =>
    `${deskPaths.newMessage}?${new URLSearchParams({ to: `contact.${reference}`, way })}`;
  // Staff reply to open messages; the newest comes first.
  const open = cases.find(({ status }) => openStatuses.includes(status)) ?? cases[0];
  return (
    <>
      <div className={styles.head}>
        <InitialsAvatar name={name} />
        <div>
          <PageHeading>{isolate(name)}</PageHeading>
          <p>With us since {formatDay(since)}.</p>
        </div>
      </div>
      <dl className={styles.list}>
        {emails.map((email) => (
          <Fact key={email} label="Email">
            <a href={`mailto:${email}`}>
              <Address email={email} />
            </a>
          </Fact>
        ))}
        {phones.map((phone) => (
          <Fact key={phone} label="Phone">
            <PhoneLink phone={phone} />
          </Fact>
        ))}
        {account && (
          <Fact label="Support ID">
            <span className="exact">{account.supportId}</span>
          </Fact>
        )}
      </dl>
      <h2>Account</h2>
      {account ? <AccountFacts account={account} /> : <p>No account has this email.</p>}
      <dl className={styles.list}>
        <Fact label="Newsletter">
          {newsletter
            ? `${subscriberStateNames[newsletter.state]} since ${formatDay(newsletter.since)}`
            : "Never signed up"}
        </Fact>
      </dl>
      <Actions>
        {canWork && open && (
          <Link
            to={`${deskPaths.inbox}/${open.reference}#${replyFieldId}`}
            className={buttonClass("solid", true)}
          >
            <DeskIcon name="mail" />
            Write to {firstName(name)}
          </Link>
        )}
        {canWork && (
          <>
            <Link to={contact("email")} className={buttonClass("ghost", true)}>
              New email
            </Link>
            <Link to={contact("call")} className={buttonClass("ghost", true)}>
              Log a call
            </Link>
          </>
        )}
        {canRead && (
          <Link to={`${deskPaths.inbox}/${reference}`} className={buttonClass("ghost", true)}>
            Back to the message<span className="sr"> of {firstName(name)}</span>
          </Link>
        )}
      </Actions>
      {!person.separated && <ContactPrivacy person={person} />}
    </>
  );
}

function AccountFacts({ account }: { account: NonNullable<ContactResponse["account"]> }) {
  const { createdAt, state, passkeys, hasAuthenticator, payment } = account;
  const ways = [
    "Password",
    passkeys > 0 && (passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`),
    hasAuthenticator && "code app",
  ].filter(Boolean);
  return (
    <dl className={styles.list}>
      <Fact label="Made" chip={<AccountChip account={state} />}>
        {formatDay(createdAt)}
      </Fact>
      <Fact label="Sign-in">{ways.join(", ")}</Fact>
      <Fact
        label="Payment profile"
        chip={
          payment === "complete" ? (
            <Chip look="sage" icon="check">
              Complete
            </Chip>
          ) : undefined
        }
      >
        {payment === "none" ? "Not started" : payment === "started" ? "Started" : "Set up"}
      </Fact>
      <Fact label="Requests">
        {account.requests === 0
          ? "None yet"
          : `${account.completedRequests} of ${account.requests} completed`}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: React.ReactNode;
  readonly chip?: React.ReactNode;
}

function Fact({ label, children, chip }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {chip}
      </dd>
    </div>
  );
}
