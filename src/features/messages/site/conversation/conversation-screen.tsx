import type { ReactNode } from "react";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import { isolate } from "../../../../platform/contract/isolate.ts";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { Button, ButtonRow, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { interviewNames } from "../../../interviews/contract/interviews.ts";
import { InterviewBox } from "../../../interviews/site/interview-box.tsx";
import { documentAddress } from "../../../recruiting/contract/documents/documents.ts";
import { ApplicantDocuments } from "../../../recruiting/site/applicant-documents.tsx";
import { ApplicationStatus } from "../../../recruiting/site/application-status.tsx";
import {
  type ConversationAct,
  type ConversationState,
  conversationNames,
  conversationSentence,
  isCancellation,
} from "../../contract/conversations.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import styles from "./conversation-screen.module.css";
import { MessageForm, messageFieldId } from "./message-form.tsx";
import { nameDay, nameFullDay } from "./name-day.ts";
import { Progress } from "./progress.tsx";
import { Thread } from "./thread.tsx";

interface ConversationScreenProps {
  readonly conversation: ConversationState;
  /** What was typed, and its errors. */
  readonly state: FormState;
}

export function ConversationScreen({ conversation, state }: ConversationScreenProps) {
  if (conversation.shows === "take-back" && conversation.canTakeBack) {
    return <TakeBack conversation={conversation} />;
  }
  const { status, title, reference, shows, interview, documents, path, key } = conversation;
  const isOfInterview = state.step === interviewNames.section;
  const isDocument = state.step === documentAddress.path;
  return (
    <>
      <section className={styles.top}>
        <div className={`wrap ${styles.topColumns}`}>
          <div className={styles.words}>
            <p className={styles.reference}>
              {title} <b className="exact">{reference}</b>
            </p>
            <h1>{conversationSentence(conversation)}</h1>
            <p className="lead">{leadOf(conversation)}</p>
          </div>
          {conversation.progress === null && <Progress status={status} />}
        </div>
      </section>
      <section className={styles.body}>
        <div className={`wrap ${styles.columns}`}>
          <div>
            {(shows === "sent" || shows === "added") && !state.errors && !state.failure && (
              <p role="status" id={conversationNames.sent} className={styles.thanks}>
                <Icon name="check" />
                Thank you. We have your {shows === "sent" ? "message" : "document"}.
              </p>
            )}
            {conversation.progress && (
              <ApplicationStatus {...conversation.progress}>
                {interview && (
                  <InterviewBox
                    interview={interview}
                    path={path}
                    formKey={key}
                    state={isOfInterview ? state : undefined}
                  />
                )}
              </ApplicationStatus>
            )}
            {documents && (
              <ApplicantDocuments
                documents={documents}
                path={path}
                formKey={key}
                state={isDocument ? state : {}}
              />
            )}
            <Thread conversation={conversation} />
            <MessageForm
              conversation={conversation}
              state={isOfInterview || isDocument ? { collection: state.collection } : state}
            />
          </div>
          <SideActions conversation={conversation} />
        </div>
      </section>
    </>
  );
}

/** Who does what, and by when. */
function leadOf(conversation: ConversationState): string {
  const { status, name, colleague, dueAt, now, email, progress, entries, interview } = conversation;
  const hello = name === "" ? "Hello." : `Hello ${isolate(name)}.`;
  if (progress?.end) return hello;
  if (interview && !interview.booked && !interview.hasAsked) {
    return interview.days.length > 0
      ? `${hello} You can choose a time for your interview now.`
      : `${hello} Please tell us below when we can talk.`;
  }
  if (interview?.booked) {
    return `${hello} Your interview is on ${interview.booked.day} at ${interview.booked.clock}.`;
  }
  if (progress && (interview || entries.length === 0)) return `${hello} ${progress.next}`;
  const who = colleague === "" ? "We" : isolate(colleague);
  const until = dueAt === null || dueAt < now ? " soon" : ` by ${nameDay(dueAt, now)}`;
  const has = colleague === "" ? "have your message and write" : "has your message and writes";
  switch (status) {
    case "waiting":
      return `${hello} ${who} wrote to you at ${email}. Read it below. You can answer right here.`;
    case "done":
      return `${hello} Nothing is left to do. If you need more help, write again below.`;
    case "taken-back":
      return `${hello} ${takeBackWords(conversation).ended}`;
    default:
      return `${hello} ${who} ${has} back${until}.`;
  }
}

function SideActions({ conversation }: { conversation: ConversationState }) {
  const { status, path, reference, canClose, canTakeBack } = conversation;
  const isOver = status === "done" || status === "taken-back";
  const words = takeBackWords(conversation);
  return (
    <aside aria-label="Close or take back" className={styles.actions}>
      {canClose && (
        <div className={styles.sage}>
          <h2>Is it solved?</h2>
          <p>Tell us, and we close it. You can still write again.</p>
          <ActForm path={path} act="solved">
            <Button type="submit">
              <Icon name="check" />
              Solved, thank you
            </Button>
          </ActForm>
        </div>
      )}
      {canTakeBack && (
        <div className={styles.paper}>
          <h2>Changed your mind?</h2>
          <p>{words.offer}</p>
          <a href={`${path}?${conversationNames.ask}`} className={buttonClass("ghost")}>
            {words.button}
          </a>
        </div>
      )}
      {isOver && <Over conversation={conversation} />}
      <div className={styles.marigold}>
        <h2>Rather talk?</h2>
        <p>
          Give us your reference: <b className="exact">{reference}</b>.
        </p>
        <PhoneLinks />
      </div>
    </aside>
  );
}

/** Says that nothing is left to do, and how to start again. */
function Over({ conversation }: { conversation: ConversationState }) {
  const { status, openUntil, shows } = conversation;
  return (
    <div className={styles.sage}>
      <h2>{status === "done" ? "Glad that is solved." : takeBackWords(conversation).over}</h2>
      <p>
        {shows === "solved" && "Thank you for telling us. "}
        The page stays here until {nameFullDay(openUntil)}
        {status === "done" ? ", in case you need more help." : "."}
      </p>
      <a href={`#${messageFieldId}`} className={buttonClass()}>
        Write again
      </a>
    </div>
  );
}

const takeBackText = {
  case: {
    offer: "We close your message and do not answer it.",
    button: "Take my message back",
    question: "Take your message back?",
    ends: "looking into it, and you get no answer.",
    confirm: "Take it back",
    stay: "Keep it",
    over: "It is taken back.",
    ended: "We are not looking into it anymore. If you change your mind, write again below.",
  },
  cancellation: {
    offer: "Your plan goes on as if you had not canceled it.",
    button: "Keep my plan",
    question: "Keep your plan?",
    ends: "canceling it, and your plan goes on.",
    confirm: "Yes, keep my plan",
    stay: "No, it stays canceled",
    over: "Your plan goes on.",
    ended: "We stopped your cancellation, and your plan goes on. You can cancel again at any time.",
  },
  application: {
    offer: "We stop working on your application and do not call you about it.",
    button: "Take my application back",
    question: "Take your application back?",
    ends: "working on it, and you get no call or answer.",
    confirm: "Take it back",
    stay: "Keep it",
    over: "It is taken back.",
    ended: "We are not looking into it anymore. If you change your mind, write again below.",
  },
} as const satisfies Readonly<Record<ConversationKind | "cancellation", object>>;

function takeBackWords(conversation: ConversationState) {
  return takeBackText[isCancellation(conversation) ? "cancellation" : conversation.kind];
}

/** Confirms a withdrawal; the safe answer comes first. */
function TakeBack({ conversation }: { conversation: ConversationState }) {
  const { path, colleague } = conversation;
  const { question, ends, confirm, stay } = takeBackWords(conversation);
  return (
    <section className={styles.ask}>
      <div className="wrap">
        <h1>{question}</h1>
        <p className="lead">
          {colleague === "" ? "We stop" : `${isolate(colleague)} stops`} {ends}
        </p>
        <ActForm path={path} act="take-back">
          <ButtonRow>
            <a href={path} className={buttonClass()}>
              {stay}
            </a>
            <Button type="submit" look="ghost">
              {confirm}
            </Button>
          </ButtonRow>
        </ActForm>
      </div>
    </section>
  );
}

function ActForm(props: { path: string; act: ConversationAct; children: ReactNode }) {
  const { path, act, children } = props;
  return (
    <form method="post" action={path}>
      <input type="hidden" name={conversationNames.act} value={act} />
      {children}
    </form>
  );
}
