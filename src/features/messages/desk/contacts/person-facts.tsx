import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatDay } from "../../../../platform/desk/format/times.ts";
import { usePerson } from "../../../../platform/desk/session/session.ts";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { buttonClass } from "../../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../../platform/desk/ui/chip.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import { Actions } from "../../../../platform/desk/ui/panel.tsx";
import { readerStateNames } from "../../../newsletter/contract/reader-states.ts";
import { openStatuses } from "../../contract/desk/inbox.ts";
import type { PersonResponse } from "../../contract/desk/people.ts";
import { replyFieldId } from "../inbox/ids.ts";
import { AccountChip } from "../inbox/status-chip.tsx";
import styles from "./person.module.css";
import { PersonPrivacy } from "./person-privacy.tsx";

interface PersonFactsProps {
  readonly person: PersonResponse;
  /** The message that the page was opened from. */
  readonly reference: string;
  readonly canWork: boolean;
}

/** Who it is, how to reach them, their account and whether they get the newsletter. */
export function PersonFacts({ person, reference, canWork }: PersonFactsProps) {
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
            ? `${readerStateNames[newsletter.state]} since ${formatDay(newsletter.since)}`
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
