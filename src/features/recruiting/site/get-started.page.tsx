import { useState } from "react";
import { brand } from "../../../brand.ts";
import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { FailureDialog } from "../../../platform/site/forms/failure-dialog.tsx";
import { ServedNotice } from "../../../platform/site/forms/served-notice.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { useLocation } from "../../../platform/site/runtime/router-context.tsx";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Ledger, Slate } from "../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, TwoColumns } from "../../../platform/site/ui/section.tsx";
import { Download } from "../../marketing/site/components/download.tsx";
import { SplitHero } from "../../marketing/site/components/hero.tsx";
import { trackEndings } from "../../marketing/site/components/track-endings.ts";
import { Steps } from "../../marketing/site/pro/steps.tsx";
import { findPlan } from "../contract/plan-answers.ts";
import { planQuery, tracks } from "../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../contract/waitlist-form.ts";
import styles from "./get-started.module.css";
import { LinkForm } from "./link-form.tsx";
import { nextSteps } from "./next-steps.ts";
import { promises } from "./promises.ts";
import { TrackPicture } from "./track-picture.tsx";
import { applyingTime, trackOf, trackText } from "./track-text.ts";
import { useServed } from "./use-served.ts";
import { WaitlistView } from "./waitlist-view.tsx";
import { ZipForm } from "./zip-form.tsx";

export default function GetStartedPage() {
  const { pathname, search } = useLocation();
  const { track } = trackOf(pathname);
  const served = useServed("start", track);
  const { surface, who, app, more } = trackText[track];
  const words = promises[track];
  const errors = served?.form.errors ?? {};
  const view = served?.page.view;
  const answers = served?.page.answers ?? {};
  // Pages rendered by the server at run time do not know the query.
  const named = new URLSearchParams(search).get(planQuery) ?? "";
  const plan = served?.page.plan ?? findPlan(track, named);
  const [failure, setFailure] = useState(served?.form.failure);

  return (
    <>
      <PageMeta
        path={tracks[track].getStarted}
        title={`${words.title} Work as a ${who}`}
        description={words.description}
        picture={track === "care" ? "work-care" : "work-pro"}
      />
      <SplitHero
        sky={surface}
        title={words.title}
        lead={words.lead}
        buttons={
          <a className={buttonClass()} href="#apply">
            Apply now
          </a>
        }
        picture={<TrackPicture track={track} />}
      />
      <Section id="apply" surface="white">
        <ServedNotice />
        {view === "waitlist" && served ? (
          <TwoColumns align="start">
            <div>
              <SectionHead
                title="We are not there yet."
                lead={`We do not take applications from ${textOf(answers, "zip")} right now. Leave an email address or a phone number, and we will tell you when that changes.`}
              />
            </div>
            <WaitlistView start={served.page} errors={errors} />
          </TwoColumns>
        ) : view === "listed" ? (
          <>
            <SectionHead title={waitlistForm.success.heading} lead={waitlistForm.success.text} />
            <p>
              Your reference: <b className="exact">{served?.page.reference}</b>
            </p>
          </>
        ) : (
          <TwoColumns align="start">
            <div>
              <SectionHead
                title="Where do you live?"
                lead={`Then we ask a few questions. It takes ${applyingTime}, you do not need a résumé, and your answers are saved as you go.`}
              />
            </div>
            <ZipForm
              track={track}
              value={textOf(answers, "zip")}
              plan={plan}
              error={view === "link" ? undefined : errors.zip}
            />
          </TwoColumns>
        )}
      </Section>
      <Section surface={track === "care" ? "sage2" : "blue2"}>
        <SectionHead title="What we ask for" />
        <Ledger items={words.requirements} />
        <div className={styles.after}>
          <p>{words.conditions}</p>
          <ButtonRow>
            <AppLink to={more} className={buttonClass("ghost")}>
              What {who}s get
            </AppLink>
          </ButtonRow>
        </div>
      </Section>
      {track === "pro" ? (
        <Section foot={<Steps payout="the same day or the next" />}>
          <SectionHead title="How it works: three steps to your first job" />
        </Section>
      ) : null}
      <Section>
        <TwoColumns align="start">
          <div>
            <SectionHead title="What happens next" />
            <Slate items={nextSteps[track]} ordered />
          </div>
          <div className={styles.second}>
            <SectionHead title="Questions" />
            <Accordion items={words.questions} />
          </div>
        </TwoColumns>
      </Section>
      <Section surface="paper2" id="go-on">
        <TwoColumns align="start">
          <div>
            <SectionHead
              title="Get your link"
              lead={
                view === "mailed"
                  ? "If an application uses this address, we just emailed it a link to continue, or to see where it stands."
                  : "Did you start before, or send it already? We email you a link to continue, or to see where it stands. No email? Call us, and we send it."
              }
            />
          </div>
          <div>
            <LinkForm
              track={track}
              value={textOf(answers, "email")}
              error={view === "link" ? errors.email : undefined}
            />
            <div className={styles.after}>
              <p>
                Do you have an account with {brand.name} already?{" "}
                <AppLink
                  to={track === "care" ? paths.caregiverLogin : paths.providerLogin}
                  className={styles.whole}
                >
                  Log in here
                </AppLink>
                .
              </p>
            </div>
          </div>
        </TwoColumns>
      </Section>
      <Download
        app={app}
        apply="#apply"
        lead="The work comes to your phone."
        ending={trackEndings[track]}
      />
      {failure && <FailureDialog failure={failure} onClose={() => setFailure(undefined)} />}
    </>
  );
}
