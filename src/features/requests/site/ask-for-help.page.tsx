import { type ReactNode, use } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { authPath } from "../../customers/contract/auth.ts";
import { helpingPath } from "../../helpers/contract/helpers.ts";
import { HelpBand } from "../../helpers/site/help-band.tsx";
import { type AskState, askExtras, askForm, askPath } from "../contract/ask.ts";
import {
  emailField,
  emailsAnchor,
  requestEmailKinds,
  requestEmailNames,
} from "../contract/request-emails.ts";
import styles from "./ask.module.css";
import { AskQuestions } from "./ask-questions.tsx";
import { OwnRequest } from "./own-request.tsx";
import { TextChoice } from "./text-choice.tsx";

/**
 * Asking for help, and what was asked for. Rendered by the server for the signed-in person, and the
 * same with and without scripts: every button posts.
 */
export default function AskForHelpPage() {
  const served = use(FormStateContext);
  const state = served?.collection === askForm.collection ? served : undefined;
  const of = state?.ask?.of;
  return (
    <>
      <PageMeta
        path={paths.askForHelp}
        title="Ask for help"
        description="Tell us what you need and when. We look for someone and tell you."
        noIndex
      />
      {of && <HelpBand of={of} people={state?.ask?.people ?? []} />}
      <section className={styles.page}>
        <div className="wrap">
          <h1>
            Ask for help
            {of && (
              <>
                {" "}
                for <bdi translate="no">{of.firstName}</bdi>
              </>
            )}
          </h1>
          {state?.ask ? (
            <>
              {state.ask.said && (
                <p role="status" className={styles.said}>
                  {state.ask.said}
                </p>
              )}
              {state.failure && (
                <p role="alert" className={styles.failure}>
                  {state.failure}
                </p>
              )}
              {state.step === "check" && state.ask.sentence ? (
                <Check ask={state.ask} values={state.values} id={state.extras?.[askExtras.id]} />
              ) : (
                <>
                  <Requests ask={state.ask} error={state.errors} />
                  <AskQuestions ask={state.ask} values={state.values} errors={state.errors} />
                  {!of && <EmailChoices off={state.ask.emailsOff} />}
                  {state.ask.texts && <TextChoice texts={state.ask.texts} />}
                </>
              )}
              <p>
                {of ? (
                  <a href={helpingPath(of.id)} className={buttonClass("ghost")}>
                    Back to what you can do for {of.firstName}
                  </a>
                ) : (
                  <AppLink to={paths.profile} className={buttonClass("ghost")}>
                    Back to your profile
                  </AppLink>
                )}
              </p>
            </>
          ) : (
            <>
              <p className="lead">Log in first. Then tell us what you need.</p>
              <AppLink to={authPath(paths.login, paths.askForHelp)} className={buttonClass()}>
                Log in
              </AppLink>
            </>
          )}
          <PhoneLinks />
        </div>
      </section>
    </>
  );
}

interface CheckProps {
  readonly ask: AskState;
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly id: string | undefined;
}

/** Reads it back in one sentence. Nothing is sent yet. */
function Check({ ask, values = {}, id = "" }: CheckProps) {
  return (
    <section className={styles.card} aria-labelledby="ask-check">
      <h2 id="ask-check">Is this right?</h2>
      <p className="lead" dir="auto">
        {ask.sentence}
      </p>
      {values.note && <p dir="auto">You also tell us: “{values.note}”</p>}
      <p>
        Nothing is booked until we confirm it.{" "}
        {ask.of
          ? `${ask.of.firstName} pays, and gets an email about it.`
          : "You pay nothing for asking."}
      </p>
      <form method="post" action={askPath(ask.of?.id)}>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={askExtras.id} value={id} />
        <ButtonRow>
          <Button type="submit" name={askExtras.act} value="send">
            Yes, ask for this
          </Button>
          <Button type="submit" name={askExtras.act} value="edit" look="ghost">
            Change it
          </Button>
        </ButtonRow>
      </form>
    </section>
  );
}

function EmailChoices({ off }: { off: AskState["emailsOff"] }) {
  return (
    <section id={emailsAnchor} className={styles.card} aria-labelledby="ask-emails">
      <h2 id="ask-emails">Emails about your requests</h2>
      <form method="post" action={paths.askForHelp} className={styles.questions}>
        <fieldset className={styles.choices}>
          <legend>Email me about</legend>
          {requestEmailNames.map((name) => (
            <label key={name} className={styles.choice}>
              <input type="checkbox" name={emailField(name)} defaultChecked={!off.includes(name)} />
              <span>{requestEmailKinds[name]}</span>
            </label>
          ))}
        </fieldset>
        <p>We always tell you when a request is canceled, or needs your answer.</p>
        <Button type="submit" name={askExtras.act} value="emails" look="ghost">
          Save my choice
        </Button>
      </form>
    </section>
  );
}

interface RequestsProps {
  readonly ask: AskState;
  readonly error: Readonly<Record<string, string>> | undefined;
}

function Requests({ ask, error }: RequestsProps): ReactNode {
  if (ask.requests.length === 0) return null;
  return (
    <section aria-labelledby="ask-asked">
      <h2 id="ask-asked">{ask.of ? "What was asked for" : "What you asked for"}</h2>
      {(error?.cancel ?? error?.message) && (
        <p role="alert" className={styles.failure}>
          {error?.cancel ?? error?.message}
        </p>
      )}
      <ul className={styles.requests}>
        {ask.requests.map((request) => (
          <OwnRequest key={request.id} request={request} of={ask.of} />
        ))}
      </ul>
    </section>
  );
}
