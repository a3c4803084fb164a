import { draftMoved } from "../../../../platform/contract/errors/application-errors.ts";
import { checkStep, countSteps } from "../../../../platform/contract/form-engine/define-steps.ts";
import { FailureDialog } from "../../../../platform/site/forms/failure-dialog.tsx";
import { errorPrefix, useTitlePrefix } from "../../../../platform/site/forms/form-frame.tsx";
import { ServedNotice } from "../../../../platform/site/forms/served-notice.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../../platform/site/page/page-meta.tsx";
import { chunkFailedMessage } from "../../../../platform/site/runtime/chunk.ts";
import { useLocation } from "../../../../platform/site/runtime/router-context.tsx";
import { movedStep, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import { applyingTime, trackOf, trackText } from "../track-text.ts";
import styles from "./intake-view.module.css";
import { AskCard } from "./steps/ask-card.tsx";
import { StepFormView } from "./steps/step-form.tsx";
import { StepHead } from "./steps/step-head.tsx";
import { useIntake } from "./use-intake.ts";

function movedText(track: Track) {
  return (
    <>
      Your saved answers are there. What you typed here since then is not saved, but still on this
      page. To continue here,{" "}
      <AppLink to={`${tracks[track].getStarted}#go-on`}>ask for the link again</AppLink>.
    </>
  );
}

/** The application, one step a page; used by the plain route and the one for job ads. */
export function IntakeView() {
  const { pathname: path } = useLocation();
  const { track, isFromAd } = trackOf(path);
  const { who, surface, small, tall } = trackText[track];
  const intake = useIntake(track, path);
  const { form, later, draft, step, failure } = intake;
  useTitlePrefix(errorPrefix(intake.errors));

  const { number, of } = countSteps(form, step);
  const found = form.steps.find(({ id }) => id === step);
  const title = isFromAd ? `Apply as a ${who}, straight from the ad` : `Apply as a ${who}`;
  // The first step has the title of the page as its heading, the others their topic.
  const heading = number === 1 ? `Apply as a ${who}` : (found ?? checkStep).heading;

  return (
    <>
      <PageMeta
        path={path}
        title={number === 1 ? title : `${heading}, step ${number} of ${of}: ${title}`}
        description={`${isFromAd ? "From the job ad: apply" : "Apply"} as a ${who} on your phone in ${applyingTime}. No résumé needed, and your answers are saved as you go.`}
        noIndex
      />
      {step === "resume" ? (
        later && <later.parts.WelcomeBack draft={draft} path={path} surface={surface} />
      ) : step === movedStep ? (
        later && <later.parts.MovedView track={track} path={path} surface={surface} />
      ) : (
        <>
          <StepHead
            form={form}
            step={step}
            done={draft.done}
            heading={heading}
            intro={(found ?? checkStep).intro}
            surface={surface}
          />
          <section className={`${styles.body} ${styles[surface]}`}>
            <div className="wrap">
              <ServedNotice />
            </div>
            <div className={`${styles.columns} wrap`}>
              {found ? (
                <StepFormView key={step} intake={intake} track={track} step={found} path={path} />
              ) : (
                later && <later.parts.CheckView intake={intake} path={path} />
              )}
              <AskCard surface={surface} picture={small} tall={tall} />
            </div>
          </section>
        </>
      )}
      {failure && (
        <FailureDialog failure={failure} onClose={intake.dismissFailure}>
          {failure === chunkFailedMessage
            ? "The next questions did not load. Your answers are saved. Check your internet, then press Continue again."
            : failure === draftMoved
              ? movedText(track)
              : !failure.startsWith(form.failure) && (
                  <>
                    Did you start before?{" "}
                    <AppLink to={`${tracks[track].getStarted}#go-on`}>
                      We can email you a link
                    </AppLink>{" "}
                    to pick up where you left off.
                  </>
                )}
        </FailureDialog>
      )}
    </>
  );
}
