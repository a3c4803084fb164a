import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { appMain, caregiverRests } from "../../../platform/site/pictures/rooms.ts";
import { kitchen } from "../../../platform/site/pictures/tracks.ts";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { Slate } from "../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, Split, TwoColumns } from "../../../platform/site/ui/section.tsx";
import { Download } from "./components/download.tsx";
import { GetStarted } from "./components/get-started.tsx";
import { SplitHero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { trackEndings } from "./components/track-endings.ts";
import styles from "./pages/caregivers.module.css";
import { Delegation } from "./pages/delegation.tsx";
import { Timetable } from "./pages/timetable.tsx";
import { SessionScreen } from "./screens/session.tsx";

const reportSteps = [
  { label: "Say it", text: "Say or type how the visit went. Your own words are fine." },
  { label: "Read it", text: "AI-generated session reports come as drafts. Change any line." },
  { label: "Sign it", text: "You check it and sign. Your documentation is done." },
] as const;

const wellness = [
  {
    title: "Rest on purpose",
    body: "You look after people all day. The wellness resources in the app help you look after yourself.",
  },
  {
    title: "A team to talk to",
    body: "Team communication is built in. Write to the family and the other caregivers in one place. No more notes on the fridge.",
  },
  {
    title: "Learn and grow",
    body: "The learning portal is in the app. Do a lesson on the bus.",
  },
] as const;

const startSteps = [
  { label: "First", text: "Apply to work. Tell us where you live and when you are free." },
  { label: "Next", text: "If we move forward: we run background checks and ID verification." },
  { label: "Then", text: "If your checks are clear: pick your hours and your first clients." },
] as const;

const sections = [
  { id: "learn-more", name: "Control of your week" },
  { id: "reports", name: "AI documentation" },
  { id: "errands", name: "Delegate errands" },
  { id: "wellness", name: "Wellness" },
  { id: "get-started", name: "How to start" },
  { id: "download", name: "Download the app" },
] as const;

export default function CaregiversPage() {
  return (
    <>
      <PageMeta
        path={paths.caregivers}
        title="Caregivers: less paperwork"
        description="Choose your hours and your clients. AI-generated session reports, errands passed to providers, and help to stay well."
        picture="caregivers"
      />
      <SplitHero
        sky="sage"
        title={"Care is your work. We\u00a0do the paperwork."}
        lead="Pick your hours and your clients. Reports are drafted for you. You check them and sign."
        buttons={
          <>
            <a className={buttonClass()} href="#get-started">
              Get Started
            </a>
            <a className={buttonClass("ghost")} href="#learn-more">
              Learn More<span className="sr"> about the Caregiver app</span>
            </a>
            <AppLink className={buttonClass("ghost")} to={`${paths.careGetStarted}#apply`}>
              Apply to Work
            </AppLink>
          </>
        }
        picture={
          <>
            <div className={styles.kitchen} />
            <Picture
              file={kitchen}
              alt="A caregiver and an older woman cook together in a bright kitchen."
              fill
              eager
            />
          </>
        }
      />
      <OnThisPage sections={sections} />

      <Section id="learn-more">
        <TwoColumns align="end">
          <h2>You are in control of your week.</h2>
          <p className="lead">
            Flexible scheduling means that you set the hours you want. You choose your assignments,
            too. A new client waits for your yes or no.
          </p>
        </TwoColumns>
        <Timetable />
      </Section>

      <Section surface="sage" id="reports">
        <TwoColumns>
          <div className={styles.reports}>
            <SectionHead
              title="AI documentation: we draft your reports."
              lead="Your report is done before your coat is on."
            />
            <Slate items={reportSteps} ordered />
            <div className={styles.notes}>
              <p>
                Client management keeps your clients, visits and notes in one place. Health tracking
                shows how each person is doing over time.
              </p>
              <p>
                The Caregiver app is HIPAA-compliant. HIPAA is the US law on private health details.
              </p>
            </div>
          </div>
          <div className={styles.phone}>
            <SessionScreen />
          </div>
        </TwoColumns>
      </Section>

      <Delegation />

      <Split
        id="wellness"
        surface="rose2"
        pictureSurface="rose2"
        picture={
          <Picture
            file={caregiverRests}
            alt="Amara rests in an armchair with a book and her feet up."
            fill
          />
        }
      >
        <SectionHead title="Wellness: rest and support for caregivers." />
        <Accordion items={wellness} />
      </Split>

      <GetStarted
        title="How to start: three steps to your first visit."
        surface="sage"
        pictureSurface="marigold"
        side="right"
        picture={
          <Picture
            fill
            file={appMain}
            alt="June, a client, laughs at the table over a word game."
          />
        }
        steps={startSteps}
        apply={`${paths.careGetStarted}#apply`}
        login={{ label: "Caregiver Log In", path: paths.caregiverLogin }}
      />
      <Download
        app={brand.apps.caregiver}
        apply={paths.careGetStarted}
        lead="Take back your evenings. The app is for families who care at home, too."
        ending={trackEndings.care}
      />
    </>
  );
}
