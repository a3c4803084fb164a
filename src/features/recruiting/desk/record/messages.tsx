import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { deskRequest, failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { Button } from "../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { conversationSubject } from "../../../messages/contract/conversations.ts";
import { applicationEmailEndpoints } from "../../../messages/contract/emails.ts";
import { Conversation } from "../../../messages/desk/reply/conversation.tsx";
import { ReplyBox } from "../../../messages/desk/reply/reply-box.tsx";
import type { ReplyKind, ReplyRecord } from "../../../messages/desk/reply/reply-target.ts";
import { readKeptReply } from "../../../messages/desk/reply/unsaved-reply.ts";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
} from "../../contract/applications.ts";
import {
  applicantFileEndpoints,
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../contract/replies.ts";
import { sentStatuses } from "../../contract/stages.ts";
import { useApplications } from "../applications-context.ts";
import styles from "./messages.module.css";
import { replyFieldId } from "./use-letter-draft.ts";

const collections = { care: "CareApplications", pro: "ProApplications" } as const;

const applicantReplies: ReplyKind<ApplicationDetail> = {
  ...applicantReplyEndpoints,
  read: applicationEndpoints.read,
  emails: applicationEmailEndpoints,
  files: applicantFileEndpoints,
  templates: applicantTemplateEndpoints.list,
  templatesPath: deskPaths.applicantTemplates,
  fieldId: replyFieldId,
  subjectOf: ({ track, reference }) => conversationSubject(collections[track], reference),
  statusLabel: "Then move to",
  statusesOf: ({ status }) => [
    ["", `Stay in ${applicationStatusNames[status]}`],
    ...sentStatuses
      .filter((one) => one !== status && one !== "duplicate")
      .map((one) => [one, applicationStatusNames[one]] as const),
  ],
};

interface MessagesProps extends ReplyRecord<ApplicationDetail> {
  readonly onReload: () => void;
}

export function Messages({ onReload, ...record }: MessagesProps) {
  const { detail, onChanged } = record;
  const page = useApplications();
  const { reference, firstName, name, email, entries, draft, sending, mergedInto } = detail;
  const [wasOpened, setOpened] = useState(
    () => readKeptReply(page.person.id, reference) !== undefined,
  );
  const section = useRef<HTMLElement>(null);
  const isOpen = wasOpened || draft !== null || sending !== null || detail.leftDrafts.length > 0;
  const canWrite = mergedInto === null && email !== "";

  function open() {
    flushSync(() => setOpened(true));
    document.getElementById(applicantReplies.fieldId)?.focus();
  }

  function cancel() {
    flushSync(() => setOpened(false));
    section.current?.querySelector<HTMLElement>("[data-opens-reply]")?.focus();
  }

  return (
    <section ref={section} aria-label={`Messages with ${firstName || name}`}>
      {detail.isWaiting && <Waiting detail={detail} onChanged={onChanged} />}
      {entries.length > 0 && (
        <Conversation
          kind={applicantReplies}
          page={page}
          detail={detail}
          color={`${styles[detail.track]}`}
          onChanged={onChanged}
        />
      )}
      {canWrite &&
        (isOpen ? (
          <div className={styles.box}>
            <div className={styles.head}>
              <h3>Write to {firstName || name}</h3>
              {wasOpened && draft === null && sending === null && (
                <Button look="ghost" isSmall onClick={cancel}>
                  Close
                </Button>
              )}
            </div>
            <ReplyBox
              kind={applicantReplies}
              page={page}
              {...record}
              onChanged={(next) => {
                if (next.sending !== null) setOpened(false);
                onChanged(next);
              }}
              onReload={onReload}
            />
          </div>
        ) : (
          <p className={styles.opener}>
            <Button look="ghost" data-opens-reply onClick={open}>
              <DeskIcon name="mail" />
              Write to {firstName || name}
            </Button>{" "}
            <SendLink detail={detail} onChanged={onChanged} />
          </p>
        ))}
    </section>
  );
}

/** Emails the link to the applicant's page, for one who lost it. */
function SendLink({ detail, onChanged }: Pick<MessagesProps, "detail" | "onChanged">) {
  const { reference, email } = detail;
  const { announce } = useApplications();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function send() {
    if (isBusy) return;
    setBusy(true);
    const outcome = await deskRequest(withId(applicationEndpoints.sendLink, reference));
    setBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (!outcome.ok) return;
    const sentence = `The link to their page is on its way to ${email}.`;
    setMessage(sentence);
    announce(sentence);
    onChanged(outcome.data);
  }
  return (
    <>
      <Button look="ghost" aria-disabled={isBusy || undefined} onClick={() => void send()}>
        {isBusy ? "Sending…" : "Send the link"}
        <span className="sr"> to the applicant's page</span>
      </Button>
      {message && !failure && <span className={styles.sent}>{message}</span>}
      <FormAlert message={failure} />
    </>
  );
}

/** Notice that the person wrote back; a reply or its button removes it. */
function Waiting({ detail, onChanged }: Pick<MessagesProps, "detail" | "onChanged">) {
  const { reference, firstName, name } = detail;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function end() {
    if (isBusy) return;
    setBusy(true);
    const outcome = await deskRequest(withId(applicationEndpoints.noAnswer, reference));
    setBusy(false);
    if (outcome.ok) onChanged(outcome.data);
    else setFailure(failureMessage(outcome.error));
  }

  return (
    <div className={styles.waiting}>
      <DeskIcon name="mail" />
      <p>
        <b>{firstName || name} wrote back.</b> It waits for our answer.
      </p>
      <Button look="ghost" isSmall aria-disabled={isBusy || undefined} onClick={() => void end()}>
        No answer needed
      </Button>
      <FormAlert message={failure} />
    </div>
  );
}
