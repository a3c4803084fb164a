import { useState } from "react";
import { flushSync } from "react-dom";
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { withId } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { deskRequest } from "../../../../platform/desk/api/desk-request.ts";
import { RequestFailure } from "../../../../platform/desk/api/request-failure.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { useColleagues } from "../../../../platform/desk/session/use-colleagues.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { Actions, Panel, Panels } from "../../../../platform/desk/ui/panel.tsx";
import { subscriberStateNames } from "../../../newsletter/contract/subscriber-states.ts";
import { openStatuses } from "../../contract/desk/inbox.ts";
import { type PersonResponse, peopleEndpoints } from "../../contract/desk/people.ts";
import { replyFieldId } from "../inbox/ids.ts";
import { AccountChip } from "../inbox/status-chip.tsx";
import styles from "./person.module.css";
import { PersonList, personListId } from "./person-list.tsx";
import { PersonNotes } from "./person-notes.tsx";
import { PersonPrivacy } from "./person-privacy.tsx";
import { PersonReplies } from "./person-replies.tsx";
import { SameBy } from "./same-by.tsx";

interface PersonData {
  readonly reference: string;
  readonly person: PersonResponse;
}

/**
 * Loads the sender of the message in the URL, and everything else from them.
 * @throws RequestFailure
 */
export async function loadPersonPage({ params }: LoaderFunctionArgs): Promise<PersonData> {
  const { reference = "" } = params;
  const person = await deskRequest(withId(peopleEndpoints.read, reference));
  if (!person.ok) throw new RequestFailure(person.error);
  return { reference, person: person.data };
}

export function PersonPage() {
  const data = useLoaderData<PersonData>();
  // Survives navigation from one message's page to another's.
  const [said, announce] = useState("");
  return (
    <>
      <p role="status" className="sr">
        {said}
      </p>
      <Person key={data.reference} {...data} announce={announce} />
    </>
  );
}

interface PersonProps extends PersonData {
  readonly announce: (sentence: string) => void;
}

function Person({ reference, person, announce }: PersonProps) {
  const { permissions } = usePerson();
  const staff = useColleagues();
  const canWork = permissions.includes("inbox-work");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [isSeparating, setIsSeparating] = useState(false);

  function startSeparating(isOn: boolean) {
    flushSync(() => setIsSeparating(isOn));
    if (isOn) document.getElementById(personListId)?.focus();
  }

  async function separated(one: string) {
    setIsSeparating(false);
    announce("Split into its own conversation.");
    if (one === reference) {
      const next = person.cases.find((other) => other.reference !== one);
      if (next) await navigate(`${deskPaths.people}/${next.reference}`, { replace: true });
    } else await revalidate();
    document.getElementById(personListId)?.focus();
  }

  return (
    <Panels className={styles.person}>
      <Panel className={styles.facts}>
        <PersonFacts person={person} reference={reference} canWork={canWork} />
      </Panel>
      <Panel className={styles.records}>
        <PersonList
          person={person}
          nameOf={staff.nameOf}
          isSeparating={isSeparating}
          onSeparated={(one) => void separated(one)}
        />
      </Panel>
      <Panel className={styles.side}>
        {person.notes && (
          <PersonNotes
            name={person.name}
            notes={person.notes}
            reference={reference}
            staff={staff}
            canWork={canWork}
            announce={announce}
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
        />
        <PersonReplies person={person} nameOf={staff.nameOf} />
      </Panel>
    </Panels>
  );
}

interface PersonFactsProps {
  readonly person: PersonResponse;
  readonly reference: string;
  readonly canWork: boolean;
}

function PersonFacts({ person, reference, canWork }: PersonFactsProps) {
  const { name, since, emails, phones, account, newsletter, cases } = person;
  const canRead = usePerson().permissions.includes("inbox-read");
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
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        ))}
        {phones.map((phone) => (
          <Fact key={phone} label="Phone">
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{phone}</a>
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
        {canRead && (
          <Link to={`${deskPaths.inbox}/${reference}`} className={buttonClass("ghost", true)}>
            Back to the message<span className="sr"> of {firstName(name)}</span>
          </Link>
        )}
      </Actions>
      {!person.separated && <PersonPrivacy person={person} />}
    </>
  );
}

function AccountFacts({ account }: { account: NonNullable<PersonResponse["account"]> }) {
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
