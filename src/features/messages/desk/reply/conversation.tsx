import { Fragment } from "react";
import { Link } from "react-router";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { firstName } from "../../../../platform/desk/format/names.ts";
import { formatLong } from "../../../../platform/desk/format/times.ts";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { InitialsAvatar } from "../../../../platform/desk/ui/initials-avatar.tsx";
import type { ConsentLine } from "../../../texts/contract/texts.ts";
import { nameConsent } from "../../../texts/desk/describe-consent.ts";
import { callOutcomeNames } from "../../contract/calls.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import type { EmailFacts, EmailKind } from "../../contract/inbound-emails.ts";
import { groupEntries, nameQuiet } from "../../contract/inbound-emails.ts";
import { FileList } from "../files/file-list.tsx";
import { listReplyFiles } from "../files/reply-files.ts";
import styles from "./conversation.module.css";
import { EmailLine } from "./email-line.tsx";
import { EntryText } from "./entry-text.tsx";
import { Fold } from "./fold.tsx";
import { ReplyOutcome } from "./reply-outcome.tsx";
import type { Addressed, ReplyKind, ReplyPage } from "./reply-target.ts";

interface ConversationProps<Detail extends Addressed> {
  readonly kind: Pick<ReplyKind<Detail>, "retry" | "emails" | "files">;
  readonly page: ReplyPage;
  readonly detail: Detail;
  /** Class name that sets `--form-color`. */
  readonly color: string;
  /** Absent for those who only read. */
  readonly onChanged: ((detail: Detail) => void) | undefined;
}

const sources = {
  page: "Answered on the message page",
  app: "Answered in an app",
  email: "Answered by email",
  text: "Answered by text",
  ...callOutcomeNames,
};

export function Conversation<Detail extends Addressed>(props: ConversationProps<Detail>) {
  const { color, detail, page } = props;
  const { entries, consents = [] } = detail;
  const groups = groupEntries(entries);
  const times = groups.map(({ entry, quiet }) => (entry ?? quiet[0]).at);
  const between = (from: number) =>
    consents
      .filter(({ at }) => times.filter((time) => time <= at).length === from)
      .map((line) => <ConsentMark key={line.id} line={line} page={page} />);
  return (
    <section aria-labelledby="record-conversation" className={styles.conversation}>
      <div className={styles.head}>
        <h3 id="record-conversation">Conversation</h3>
        <span>{entries.length === 1 ? "1 entry" : `${entries.length} entries, oldest first`}</span>
      </div>
      <ol className={`${styles.thread} ${color}`}>
        {between(0)}
        {groups.map(({ entry, quiet }, index) => (
          <Fragment key={(entry ?? quiet[0]).id}>
            {entry ? (
              <Entry {...props} entry={entry} />
            ) : (
              <li className={`${styles.entry} ${styles.message}`}>
                <Fold label={nameQuiet(quiet.length)}>
                  <ol className={styles.thread}>
                    {quiet.map((one) => (
                      <Entry key={one.id} {...props} entry={one} />
                    ))}
                  </ol>
                </Fold>
              </li>
            )}
            {between(index + 1)}
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

const looks = {
  message: styles.message,
  reply: styles.reply,
  call: styles.call,
  note: styles.note,
};

const folded: Partial<Readonly<Record<EmailKind, string>>> = {
  "auto-reply": "Automatic reply",
  reaction: "Reaction",
};

function Entry<Detail extends Addressed>(
  props: ConversationProps<Detail> & { readonly entry: CaseEntry },
) {
  const { kind, page, entry, detail, onChanged } = props;
  const { nameOf, now, colleagues } = page;
  const { email } = entry;
  const name = entry.staffId === null ? nameWriter(entry, detail) : nameOf(entry.staffId);
  const label = email ? folded[email.kind] : undefined;
  const text = <EntryText entry={entry} colleagues={colleagues} emails={kind.emails} />;
  return (
    <li className={`${styles.entry} ${looks[entry.kind]}`}>
      <div className={styles.by}>
        {entry.staffId !== null && <InitialsAvatar name={name} />}
        <b>
          <bdi>{name}</bdi>
        </b>
        <time dateTime={entry.at}>{formatLong(entry.at, now)}</time>
      </div>
      {entry.from !== null && (
        <p className={styles.source}>
          From <Link to={`${deskPaths.inbox}/${entry.from}`}>{entry.from}</Link>
        </p>
      )}
      {email && <Sender email={email} />}
      {label === undefined ? text : <Fold label={label}>{text}</Fold>}
      {entry.via !== null && (
        <p className={entry.kind === "call" ? styles.inside : styles.source}>
          {entry.kind === "call" && <DeskIcon name="phone" />}
          {sources[entry.via]}
        </p>
      )}
      <FileList files={listReplyFiles(kind.files, entry.files, onChanged !== undefined)} />
      {email && (
        <EmailLine kind={kind} email={email} reference={detail.reference} onChanged={onChanged} />
      )}
      {entry.delivery && (
        <ReplyOutcome
          kind={kind}
          template={entry.template}
          delivery={entry.delivery}
          onChanged={onChanged}
        />
      )}
      {entry.kind === "note" && (
        <p className={styles.inside}>
          <DeskIcon name="lock" />
          Note for the team. {firstName(detail.name)} never sees it.
        </p>
      )}
    </li>
  );
}

/** What the number of a conversation by text said about texts. */
function ConsentMark({
  line,
  page: { nameOf, now },
}: {
  readonly line: ConsentLine;
  readonly page: ReplyPage;
}) {
  const { at, consent, staffId } = line;
  return (
    <li className={styles.consent}>
      <DeskIcon name={consent === "stopped" ? "ban" : "check"} />
      <span>
        {nameConsent(line)}
        {staffId !== null && (
          <>
            , asked by <bdi>{nameOf(staffId)}</bdi>
          </>
        )}
        . <time dateTime={at}>{formatLong(at, now)}</time>
      </span>
    </li>
  );
}

/** Who wrote an email, unless it is the customer. */
function Sender({ email: { sender, address } }: { readonly email: EmailFacts }) {
  if (sender === "customer") return null;
  return (
    <p className={styles.sender}>
      <DeskIcon name="warning" />
      <span>
        <bdi>{address}</bdi>
        {sender === "other"
          ? ", not the address of this conversation"
          : ". Sender not confirmed: do not act on this email before you have asked the customer."}
      </span>
    </p>
  );
}

function nameWriter({ email }: CaseEntry, { name }: Addressed): string {
  if (email?.sender === "other") return email.name || email.address || "Unknown sender";
  return email?.sender === "unconfirmed" ? "Not confirmed" : name;
}
