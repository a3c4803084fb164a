import { type ReactNode, use } from "react";
import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { firstWord } from "../../../platform/contract/text.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { hubVideo } from "../../../platform/site/pictures/rooms.ts";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { authPath } from "../../customers/contract/auth.ts";
import { helperExtras, inviteForm } from "../contract/invite-form.ts";
import type { HelpersState, ShownInvitation } from "../contract/states.ts";
import { ConfirmBox } from "./confirm-box.tsx";
import { HelperActs, HelperCard } from "./helper-card.tsx";
import styles from "./helpers.module.css";
import { InviteBox } from "./invite-box.tsx";

/**
 * The people who help the signed-in person. Rendered by the server, and the same with and without
 * scripts: every button posts.
 */
export default function HelpersPage() {
  const served = use(FormStateContext);
  const state = served?.collection === inviteForm.collection ? served : undefined;
  return (
    <>
      <PageMeta
        path={paths.helpers}
        title="People who help me"
        description="Who helps you with your account, what they can see and do, and what they did."
        noIndex
      />
      <section className={styles.top}>
        <div className={`wrap ${styles.topColumns}`}>
          <div className={styles.words}>
            <p className={styles.over}>
              <AppLink to={paths.settings}>Settings</AppLink>
            </p>
            <h1>People who help me</h1>
            <p className="lead">
              You choose what they can see and do. You can change it at any time.
            </p>
          </div>
          <div className={styles.window}>
            <Picture file={hubVideo} alt="" />
          </div>
        </div>
      </section>
      <section className={styles.body}>
        <div className="wrap">
          {state?.helpers ? (
            <div className={styles.columns}>
              <div className={styles.main}>
                {state.helpers.confirm ? (
                  <ConfirmBox posted={state.helpers.confirm} error={state.errors?.password} />
                ) : (
                  <Outcome state={state.helpers} failure={state.failure} />
                )}
                <Helpers state={state.helpers} />
              </div>
              <aside className={styles.side} aria-label="Invite, or call us">
                <InviteBox
                  isFull={state.helpers.isFull}
                  values={state.values}
                  errors={state.helpers.confirm ? undefined : state.errors}
                />
                <section className={`${styles.box} ${styles.marigold}`} aria-labelledby="by-phone">
                  <h2 id="by-phone">Do it by phone</h2>
                  <p>We ask you three questions, to make sure it is you.</p>
                  <PhoneLinks />
                </section>
                <section className={styles.box} aria-labelledby="you-help">
                  <h2 id="you-help">Do you help someone?</h2>
                  <p>See who you help, or enter a code that you were told.</p>
                  <AppLink to={paths.helping} className={buttonClass("ghost")}>
                    People I help
                  </AppLink>
                </section>
              </aside>
            </div>
          ) : (
            <div className={styles.main}>
              <p className="lead">Log in first. Then choose who helps you.</p>
              <AppLink to={authPath(paths.login, paths.helpers)} className={buttonClass()}>
                Log in and continue
              </AppLink>
              <PhoneLinks />
            </div>
          )}
        </div>
      </section>
    </>
  );
}

/** What was done, or why it was not. */
function Outcome({ state, failure }: { state: HelpersState; failure: string | undefined }) {
  const { said, code } = state;
  return (
    <>
      {said && (
        <p role="status" className={styles.said}>
          {said}
        </p>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          <b>Not saved.</b> {failure}
        </p>
      )}
      {code && (
        <section className={`${styles.box} ${styles.sage}`} aria-labelledby="read-out">
          <h2 id="read-out">Read this code to {firstWord(code.name)}</h2>
          <b className={`exact ${styles.code}`} translate="no">
            {code.code}
          </b>
          <p>
            {firstWord(code.name)} logs in at {brand.name}, opens “Helpers”, then “People I help”,
            and types it. It works once, until {code.until}. We show it only now.
          </p>
        </section>
      )}
    </>
  );
}

function Helpers({ state }: { state: HelpersState }): ReactNode {
  const { helpers, invitations, ended, did } = state;
  return (
    <>
      {helpers.length === 0 && invitations.length === 0 && (
        <section className={styles.box} aria-labelledby="no-helpers">
          <h2 id="no-helpers">No one helps you yet</h2>
          <p>
            A daughter, a neighbor, a nurse: you can let one of them look after your requests. You
            choose what they see.
          </p>
        </section>
      )}
      {helpers.map((helper) => (
        <HelperCard key={helper.id} helper={helper} />
      ))}
      {invitations.length > 0 && (
        <>
          <h2>Invited</h2>
          <ul className={styles.rows}>
            {invitations.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
      {helpers.map((helper) => (
        <HelperActs key={helper.id} helper={helper} isOpen={did === helper.id} />
      ))}
      {ended.length > 0 && (
        <>
          <h2>Ended</h2>
          <ul className={styles.acts}>
            {ended.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Invitation({ invitation }: { invitation: ShownInvitation }) {
  const { id, name, relation, email, invited, until, isOver } = invitation;
  const what = email === "" ? "code" : "link";
  return (
    <li>
      <span>
        <b translate="no">
          {name}
          {relation !== "" && `, your ${relation.toLowerCase()}`}
        </b>
        {email === ""
          ? `Invited with a code on ${invited}.`
          : `Invited on ${invited}, at ${email}.`}{" "}
        {isOver
          ? `The ${what} no longer works, since ${until}.`
          : `Has not said yes yet. The ${what} works until ${until}.`}
      </span>
      <form method="post" action={paths.helpers}>
        <input type="hidden" name={helperExtras.id} value={id} />
        <ButtonRow>
          <Button type="submit" name={helperExtras.act} value="again" look="ghost">
            {email === "" ? "New code" : "Send again"}
            <span className="sr"> for {name}</span>
          </Button>
          <Button type="submit" name={helperExtras.act} value="take-back" look="ghost">
            Take back
            <span className="sr"> the invitation of {name}</span>
          </Button>
        </ButtonRow>
      </form>
    </li>
  );
}
