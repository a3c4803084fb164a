import type { ReactNode } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import type { ApplicantProgress, ApplicantStep } from "../contract/stages.ts";
import styles from "./application-status.module.css";

interface ApplicationStatusProps extends ApplicantProgress {
  /** What the applicant can do now. */
  readonly children: ReactNode;
}

/** Where an application stands, what happens next, and what follows if it is over. */
export function ApplicationStatus({ steps, next, end, children }: ApplicationStatusProps) {
  return (
    <>
      {end && (
        <div className={styles.end}>
          {end.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>
            <AppLink to={paths.privacyRequest} className={buttonClass("ghost")}>
              Ask for your data or delete it
            </AppLink>
          </p>
        </div>
      )}
      {steps.length > 0 && (
        <section className={styles.status} aria-labelledby="where-it-stands">
          <h2 id="where-it-stands">Where it stands</h2>
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <Step key={step.label} number={index + 1} {...step} />
            ))}
          </ol>
        </section>
      )}
      {children}
      {next !== "" && (
        <section className={styles.status} aria-labelledby="what-next">
          <h2 id="what-next">What happens next</h2>
          <p>{next}</p>
        </section>
      )}
    </>
  );
}

function Step({ number, label, says, state, day }: ApplicantStep & { readonly number: number }) {
  return (
    <li className={styles[state]} aria-current={state === "now" ? "step" : undefined}>
      <span className={styles.mark}>
        {state === "done" && <Icon name="check" />}
        {state === "now" && <Icon name="clock" />}
      </span>
      <span className={styles.words}>
        <b>
          {number}. {label}
          {state === "done" && <span className="sr">, done</span>}
        </b>
        <span>{says}</span>
      </span>
      {day !== "" && <span className={styles.day}>{day}</span>}
    </li>
  );
}
