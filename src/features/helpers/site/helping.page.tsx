import { type ReactNode, use } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { authPath } from "../../customers/contract/auth.ts";
import { helpingPath } from "../contract/helpers.ts";
import type { HelpingState } from "../contract/states.ts";
import { CodeBox } from "./code-box.tsx";
import { HelpBand } from "./help-band.tsx";
import { HelpedPerson } from "./helped-person.tsx";
import styles from "./helpers.module.css";
import { Invited } from "./invited.tsx";

/**
 * The people whom the signed-in person helps, and what is theirs. The query names whose page it is.
 * Rendered by the server, and the same with and without scripts.
 */
export default function HelpingPage() {
  const state = use(FormStateContext);
  const helping = state?.helping;
  const of = helping?.of;
  return (
    <>
      <PageMeta
        path={paths.helping}
        title="People I help"
        description="Whom you help, and what they let you see and do."
        noIndex
      />
      {of && helping && <HelpBand of={of} people={helping.people} />}
      <section className={styles.body}>
        <div className={`wrap ${styles.main}`}>
          {helping?.said && (
            <p role="status" className={styles.said}>
              {helping.said}
            </p>
          )}
          {state?.failure && (
            <p role="alert" className={styles.failure}>
              {state.failure}
            </p>
          )}
          {helping?.invitation ? (
            <Invited invitation={helping.invitation} isSignedIn={helping.isSignedIn} />
          ) : of && helping ? (
            <HelpedPerson of={of} helping={helping} state={state} />
          ) : (
            <People helping={helping} errors={state?.errors} values={state?.values} />
          )}
        </div>
      </section>
    </>
  );
}

interface PeopleProps {
  readonly helping: HelpingState | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly values: Readonly<Record<string, string>> | undefined;
}

/** Everybody whom they help, and the field for a code. */
function People({ helping, errors, values }: PeopleProps): ReactNode {
  const { people = [], isSignedIn = false, refused } = helping ?? {};
  return (
    <>
      <h1>People I help</h1>
      {refused && (
        <section className={styles.box} aria-labelledby="refused">
          <h2 id="refused">You cannot see this</h2>
          <p>
            The invitation or the help has ended, or was for another account. If you think it is a
            mistake, please ask the person you help.
          </p>
        </section>
      )}
      {isSignedIn ? (
        <>
          {people.length === 0 ? (
            <p className="lead">You help no one yet.</p>
          ) : (
            <ul className={styles.rows}>
              {people.map(({ id, firstName }) => (
                <li key={id}>
                  <b translate="no" dir="auto">
                    {firstName}
                  </b>
                  <a href={helpingPath(id)} className={buttonClass()}>
                    Help {firstName}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <CodeBox error={errors?.code} value={values?.code ?? ""} />
          <p>
            <AppLink to={paths.profile} className={buttonClass("ghost")}>
              Back to my own account
            </AppLink>
          </p>
        </>
      ) : (
        <>
          <p className="lead">Log in first. Then you see whom you help.</p>
          <AppLink to={authPath(paths.login, paths.helping)} className={buttonClass()}>
            Log in and continue
          </AppLink>
        </>
      )}
      <PhoneLinks />
    </>
  );
}
