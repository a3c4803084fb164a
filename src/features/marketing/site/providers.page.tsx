import { brand } from "../../../brand.ts";
import { facts, formatPrice, nonMemberKeepsPercent } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { doorKnock, groceries } from "../../../platform/site/pictures/rooms.ts";
import { street, streetTall } from "../../../platform/site/pictures/scenes.ts";
import { appProvider } from "../../../platform/site/pictures/tracks.ts";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { Ledger, Slate } from "../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, Split, TwoColumns } from "../../../platform/site/ui/section.tsx";
import { providerQuestions } from "../../help/site/questions.ts";
import { Download } from "./components/download.tsx";
import { faqPage } from "./components/faq.ts";
import { GetStarted } from "./components/get-started.tsx";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { trackEndings } from "./components/track-endings.ts";
import { Bill } from "./pro/bill.tsx";
import { Earnings } from "./pro/earnings.tsx";
import { exampleDay, payouts, respect, start } from "./pro/lists.ts";
import styles from "./pro/providers.module.css";
import { Support } from "./pro/support.tsx";
import { EarningsScreen } from "./screens/earnings.tsx";

const { nonMemberPercent, memberPercent } = facts.commission;
const keepsAll = `${100 - memberPercent}%`;

const sections = [
  { id: "learn-more", name: "Earnings" },
  { id: "transparency", name: "Transparency" },
  { id: "schedule", name: "Schedule" },
  { id: "payouts", name: "Payouts" },
  { id: "respect", name: "Respected work" },
  { id: "support", name: "Support" },
  { id: "questions", name: "Questions" },
  { id: "get-started", name: "How to start" },
  { id: "download", name: "Download the app" },
] as const;

export default function ProvidersPage() {
  return (
    <>
      <PageMeta
        path={paths.providers}
        title="Providers & Gig Workers"
        description={`Rides, tasks and deliveries in one app. Keep ${nonMemberKeepsPercent}% of each job, or ${keepsAll} with ${brand.pro}. Same-day or next-day payouts.`}
        picture="providers"
        jsonLd={[faqPage(providerQuestions)]}
      />
      <Hero
        sky="blue"
        title="Your street. Your jobs. Your pay."
        lead="Rides, tasks and deliveries in one app. You choose the jobs and keep most of the money, or all of it."
        buttons={
          <>
            <AppLink className={buttonClass()} to="#get-started">
              Get Started
            </AppLink>
            <AppLink className={buttonClass("ghost")} to="#learn-more">
              Learn More
            </AppLink>
            <AppLink className={buttonClass("ghost")} to={`${paths.proGetStarted}#apply`}>
              Apply to Work
            </AppLink>
          </>
        }
        wide={street}
        tall={streetTall}
        alt="A street in the morning. A driver takes a passenger, a courier rides a bike, a delivery waits at a door and a dog goes for a walk."
      />
      <OnThisPage sections={sections} />
      <Earnings />
      <Section surface="blue2" id="transparency">
        <TwoColumns>
          <Bill />
          <div className={styles.math}>
            <SectionHead
              title="Transparency: you see the math."
              lead={`One rule for every completed job: ${nonMemberPercent}% without a plan, ${memberPercent}% with one. ${brand.pro} costs ${formatPrice(facts.pro.monthlyCents)} a month or ${formatPrice(facts.pro.annualCents)} a year.`}
            />
            <div className={styles.buttons}>
              <AppLink className={buttonClass()} to={paths.pro}>
                See {brand.pro}
              </AppLink>
            </div>
          </div>
        </TwoColumns>
      </Section>
      <Split
        surface="blue"
        id="schedule"
        side="right"
        pictureSurface="blue"
        picture={
          <Picture
            fill
            file={appProvider}
            narrow={groceries}
            narrowMedia="(--below-laptop)"
            alt=""
          />
        }
      >
        <SectionHead
          title="Schedule: you set the hours."
          lead="Turn the app on when you want to work. Say yes to the jobs you like. An example day:"
        />
        <Slate items={exampleDay} />
      </Split>
      <Section surface="ink" id="payouts">
        <TwoColumns align="start">
          <div>
            <SectionHead
              title="Payouts: the same day or the next."
              lead="Work today, get paid today or tomorrow. Finish the job, see what you made, and ask for your payout."
            />
            <Ledger items={payouts} />
          </div>
          <div className={styles.phone}>
            <EarningsScreen />
          </div>
        </TwoColumns>
      </Section>
      <Section id="respect">
        <TwoColumns ratio="5-7" align="start">
          <SectionHead
            title="Respected work: five rules we keep."
            lead="Work should treat you with respect. This is what we promise the people who do it."
          />
          <Ledger items={respect} />
        </TwoColumns>
      </Section>
      <Support />
      <Section surface="paper2" id="questions">
        <TwoColumns ratio="5-7" align="start">
          <SectionHead title="Questions providers ask" />
          <Accordion items={providerQuestions} />
        </TwoColumns>
      </Section>
      <GetStarted
        title="How to start: three steps to your first job."
        surface="blue"
        pictureSurface="blue2"
        picture={
          <Picture fill file={doorKnock} alt="Marcus, phone in hand, stands before a door." />
        }
        steps={start}
        apply={`${paths.proGetStarted}#apply`}
        login={{ label: "Provider Log In", path: paths.providerLogin }}
      />
      <Download
        app={brand.apps.provider}
        apply={paths.proGetStarted}
        lead="Put the street in your pocket: rides, tasks and deliveries, all in one app."
        ending={trackEndings.pro}
      />
    </>
  );
}
