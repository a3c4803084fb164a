import { brand } from "../../../brand.ts";
import { isInAStore } from "../../../platform/contract/app-stores.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { SentReference } from "../../../platform/site/forms/sent-reference.tsx";
import { ServedNotice } from "../../../platform/site/forms/served-notice.tsx";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { siteOrigin } from "../../../platform/site/page/page-context.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { useLocation } from "../../../platform/site/runtime/router-context.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Slate } from "../../../platform/site/ui/ruled-list.tsx";
import { Split } from "../../../platform/site/ui/section.tsx";
import { StoreBadges } from "../../marketing/site/components/store-badges.tsx";
import { type CompleteState, type Track, tracks } from "../contract/recruiting-endpoints.ts";
import styles from "./complete.module.css";
import { nextSteps } from "./next-steps.ts";
import { TrackPicture } from "./track-picture.tsx";
import { applyingTime, trackOf, trackText } from "./track-text.ts";
import { useServed } from "./use-served.ts";

/** Confirmation with reference and next steps, only for the browser that submitted the application. */
export default function CompletePage() {
  const { pathname: path } = useLocation();
  const { track, isFromAd } = trackOf(path);
  const sent = useServed("complete", track)?.page;
  const { surface, who, app } = trackText[track];
  const heading = isFromAd ? `Your ${who} application` : `Looking for your ${who} application?`;
  const { getStarted } = tracks[track];
  return (
    <>
      <PageMeta
        path={path}
        title={sent ? thanksTo(sent) : heading}
        description={`What happens after you apply as a ${who} with ${brand.name}${isFromAd ? ", from a job ad" : ""}.`}
        noIndex
      />
      <Split
        surface={surface}
        side="right"
        pictureSurface={surface}
        picture={<TrackPicture track={track} tall />}
      >
        {sent ? (
          <Thanks sent={sent} />
        ) : (
          <>
            <h1 className={styles.heading}>{heading}</h1>
            <ServedNotice />
            <p className="lead">
              To keep it safe, we show an application here only right after you send it. Your
              reference is in the email that you got.
            </p>
            <ButtonRow>
              <AppLink to={getStarted} className={buttonClass()}>
                Apply as a {who}
              </AppLink>
              <AppLink to={`${getStarted}#go-on`} className={buttonClass("ghost")}>
                Continue my application
              </AppLink>
            </ButtonRow>
          </>
        )}
        <PhoneLinks />
        {isInAStore(app) && (
          <div id="app" tabIndex={-1}>
            <StoreBadges app={app} />
          </div>
        )}
      </Split>
    </>
  );
}

const outcomes: Readonly<Record<CompleteState["outcome"], string>> = {
  received: "We have it.",
  "not-eligible":
    "We keep your application. Right now we can only work with people who are allowed to work in the United States and are old enough. Call us if that is a mistake.",
};

function thanksTo({ firstName, outcome }: CompleteState): string {
  const thanks = `Thank you, ${firstName}.`;
  return outcome === "received" ? `${thanks} ${outcomes.received}` : thanks;
}

/** mailto: link, so that we never learn the friend's address. */
function friendMailto(track: Track): string {
  const subject = `Work as a ${trackText[track].who} with ${brand.name}`;
  const body = `I just applied here. It takes ${applyingTime}:\n`;
  // Not encoded, because the server replaces the built origin with its own.
  const address = siteOrigin() + tracks[track].getStarted;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}${address}`;
}

function Thanks({ sent }: { sent: CompleteState }) {
  const { track, outcome, reference, pixel } = sent;
  return (
    <>
      <h1 className={styles.heading}>{thanksTo(sent)}</h1>
      {outcome !== "received" && <p className="lead">{outcomes[outcome]}</p>}
      <SentReference reference={reference} />
      {outcome === "received" && (
        <>
          <h2>What happens next</h2>
          <Slate items={nextSteps[track]} ordered />
          <p>
            Do you know someone who would like this work?
            <a href={friendMailto(track)} className={styles.friend}>
              Tell a friend by email
            </a>
          </p>
        </>
      )}
      <ButtonRow>
        {outcome === "received" && isInAStore(trackText[track].app) && (
          <a href="#app" className={buttonClass()}>
            Get the app
          </a>
        )}
        <AppLink to={paths.home} className={buttonClass("ghost")}>
          Go to the home page
        </AppLink>
      </ButtonRow>
      {pixel && (
        <img
          src={pixel}
          alt=""
          width={1}
          height={1}
          referrerPolicy="no-referrer"
          className={styles.pixel}
        />
      )}
    </>
  );
}
