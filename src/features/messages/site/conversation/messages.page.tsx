import { use } from "react";
import { linkSteps, paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../../platform/site/runtime/form-state.ts";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { conversationDays } from "../../contract/conversations.ts";
import { messageForm } from "../../contract/forms/message.ts";
import { ConversationScreen } from "./conversation-screen.tsx";
import styles from "./messages.module.css";

/**
 * A conversation, opened by the personal link of an email. Opening changes nothing; every button
 * posts, also without scripts. Every invalid link gets the same message, whatever is wrong with it.
 */
export default function MessagesPage() {
  const served = use(FormStateContext);
  const state = served?.collection === messageForm.collection ? served : undefined;
  return (
    <>
      <PageMeta
        path={paths.messages}
        title="Your messages"
        description="What you wrote to us and what we answered."
        noIndex
      />
      {state?.conversation ? (
        <ConversationScreen conversation={state.conversation} state={state} />
      ) : (
        <NoConversation isCut={state?.step === linkSteps.cut} />
      )}
    </>
  );
}

function NoConversation({ isCut }: { readonly isCut: boolean }) {
  return (
    <section className={styles.none}>
      <div className="wrap">
        <h1>{isCut ? "This link is incomplete." : "This link does not open a conversation."}</h1>
        <p className="lead">
          {isCut
            ? "A part of it is missing. Open it from our email again, or copy all of it. You did nothing wrong."
            : `Links work for ${conversationDays} days after our last email. There may be a typo in it. You did nothing wrong.`}
        </p>
        <p>
          <AppLink to={paths.contact} className={buttonClass()}>
            Write to us
          </AppLink>
        </p>
        <p>
          Did you apply for work? We email you a new one:{" "}
          <AppLink to={`${paths.careGetStarted}#go-on`}>link for caregivers</AppLink>,{" "}
          <AppLink to={`${paths.proGetStarted}#go-on`}>link for providers</AppLink>.
        </p>
        <PhoneLinks />
      </div>
    </section>
  );
}
