import type { ReactNode } from "react";
import { office } from "../../../brand.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { Receipt } from "../../customers/site/account/profile/receipt.tsx";
import { askPath } from "../../requests/contract/ask.ts";
import {
  type HelpRejection,
  helpingPath,
  helpParts,
  helpQuery,
  partWords,
} from "../contract/helpers.ts";
import { helpingExtras } from "../contract/invite-form.ts";
import type { HelpingState } from "../contract/states.ts";
import { HelpedConversation, HelpedMessages } from "./helped-messages.tsx";
import { HelpedRequests } from "./helped-requests.tsx";
import styles from "./helpers.module.css";

interface HelpedProps {
  readonly of: NonNullable<HelpingState["of"]>;
  readonly helping: HelpingState;
  readonly state: FormState | undefined;
}

/** What is somebody's, beside what they allow. */
export function HelpedPerson({ of, helping, state }: HelpedProps) {
  const { id, firstName } = of;
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Main of={of} helping={helping} state={state} />
      </div>
      <aside className={styles.side} aria-label="What you can do">
        <section className={`${styles.box} ${styles.sage}`} aria-labelledby="can">
          <h2 id="can">
            What you can do for <bdi translate="no">{firstName}</bdi>
          </h2>
          <ul className={styles.can}>
            {helpParts.map((part) => (
              <li key={part}>
                <Icon name={of.parts[part] ? "check" : "dash"} />
                <span>
                  {partWords[part].helper}
                  {!of.parts[part] && `: ${firstName} turned this off`}
                </span>
              </li>
            ))}
          </ul>
          <p>
            Payment, password and email are <bdi translate="no">{firstName}</bdi>’s alone. Your help
            ends on {of.until}, unless {firstName} renews it.
          </p>
        </section>
        <section className={styles.box} aria-labelledby="stop">
          <h2 id="stop">Stop helping</h2>
          <p>
            You see nothing of <bdi translate="no">{firstName}</bdi>’s after that. {firstName} gets
            an email.
          </p>
          <form method="post" action={helpingPath(id)}>
            <button
              type="submit"
              name={helpingExtras.act}
              value="stop"
              className={`${buttonClass("ghost")} ${styles.danger}`}
            >
              Stop helping {firstName}
            </button>
          </form>
        </section>
        <section className={`${styles.box} ${styles.marigold}`} aria-labelledby="questions">
          <h2 id="questions">Questions?</h2>
          <PhoneLinks />
        </section>
      </aside>
    </div>
  );
}

const rejections: Readonly<Record<HelpRejection, readonly [string, string]>> = {
  "signed-out": ["Log in first", ""],
  "not-yours": ["You cannot see this", ""],
  ended: ["This help has ended", "If you think it is a mistake, please ask."],
  off: ["This is turned off", "If you think it is a mistake, please ask."],
  never: ["Only they can do this", "It is not part of your help."],
};

function Main({ of, helping, state }: HelpedProps): ReactNode {
  const { id, firstName, parts } = of;
  const { refused, requests, request, messages, conversation, key = "" } = helping;
  const form = { values: state?.values, errors: state?.errors };
  if (refused !== undefined) {
    const [title, text] = rejections[refused];
    return (
      <>
        <h1>{refused === "never" ? `Only ${firstName} can do this` : title}</h1>
        <p role="alert" className={styles.failure}>
          {refused === "off" ? `${firstName} turned this off. ${text}` : text}
        </p>
        <p>
          <a href={helpingPath(id)} className={buttonClass()}>
            What you can do for {firstName}
          </a>
        </p>
      </>
    );
  }
  if (request !== undefined) {
    return (
      <>
        <h1>
          <bdi translate="no">{firstName}</bdi>’s request
        </h1>
        {request === null ? (
          <p className="lead">We can’t find this request. The link may be old.</p>
        ) : (
          <Receipt
            request={request}
            user={undefined}
            timeZone={helping.timeZone ?? office.timeZone}
          />
        )}
        <p>
          <a href={helpingPath(id)} className={buttonClass("ghost")}>
            Back to all requests
          </a>
        </p>
      </>
    );
  }
  if (messages !== undefined || conversation !== undefined) {
    return (
      <>
        <h1>
          <bdi translate="no">{firstName}</bdi>’s messages
        </h1>
        {messages && <HelpedMessages of={of} messages={messages} formKey={key} {...form} />}
        {conversation && <HelpedConversation of={of} conversation={conversation} {...form} />}
        {conversation === null && (
          <p className="lead">We can’t find this message. It may have been deleted.</p>
        )}
        <p>
          <a href={helpingPath(id)} className={buttonClass("ghost")}>
            What you can do for {firstName}
          </a>
        </p>
      </>
    );
  }
  const isAllOff = helpParts.every((part) => !parts[part]);
  return (
    <>
      <h1>
        <bdi translate="no">{firstName}</bdi>’s requests
      </h1>
      {(parts.asks || parts.messages) && (
        <ButtonRow>
          {parts.asks && (
            <a href={askPath(id)} className={buttonClass()}>
              Ask for help for {firstName}
            </a>
          )}
          {parts.messages && (
            <a
              href={helpingPath(id, { [helpQuery.messages]: "" })}
              className={buttonClass("ghost")}
            >
              {firstName}’s messages
            </a>
          )}
        </ButtonRow>
      )}
      {isAllOff && (
        <section className={styles.box} aria-labelledby="all-off">
          <h2 id="all-off">{firstName} turned your help off</h2>
          <p>
            You cannot see anything of {firstName}’s now. If you think it is a mistake, please ask.
          </p>
          <p>
            <a href={paths.profile} className={buttonClass()}>
              Back to my own account
            </a>
          </p>
        </section>
      )}
      {requests ? (
        <HelpedRequests of={of} helping={helping} requests={requests} />
      ) : (
        !isAllOff && <p className="lead">{firstName} does not show you the requests.</p>
      )}
    </>
  );
}
