import { brand } from "../../brand.ts";
import { facts, formatPrice, nonMemberKeepsPercent } from "../../contract/facts.ts";
import { paths } from "../../contract/paths.ts";
import { AppLink } from "../app-link.tsx";
import { PageMeta } from "../page-meta.tsx";
import { appProvider } from "../pictures/rooms.ts";
import { street, streetTall } from "../pictures/scenes.ts";
import { Accordion } from "../ui/accordion.tsx";
import { ButtonRow, buttonClass } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { Ledger, Slate } from "../ui/ruled-list.tsx";
import { Section, SectionHead, Split, TwoColumns } from "../ui/section.tsx";
import { Download } from "./download.tsx";
import { faqPage } from "./faq.ts";
import { Hero } from "./hero.tsx";
import { Bill } from "./providers/bill.tsx";
import { providerQuestions } from "./providers/questions.ts";
import { Support } from "./providers/support.tsx";
import { Towers } from "./providers/towers.tsx";
import { EarningsScreen } from "./screens/earnings.tsx";

const { nonMemberPercent, memberPercent, othersUpToPercent } = facts.commission;
const keepsAll = `${100 - memberPercent}%`;

const exampleDay = [
  { label: "7:30", time: "07:30", text: "A ride to the eye clinic. You say yes." },
  { label: "9:00", time: "09:00", text: "A sofa, three floors up. You say no. Nothing happens." },
  { label: "Noon", time: "12:00", text: "Lunch at home. The app is off." },
  { label: "4:10", time: "16:10", text: "Groceries for June, two streets away. You say yes." },
];

const respect = [
  { term: "Your choice", text: "Take the jobs you want. Saying no never counts against you." },
  { term: "Fair ratings", text: "Ratings are based on real work, done by you." },
  { term: "A steady place", text: "No random deactivation. No one is switched off by chance." },
  { term: "Clear words", text: "In-app messages with the customer, before and during the job." },
  { term: "One app", text: "Rideshare, task and delivery requests, side by side." },
];

const payouts = [
  { term: "Same-day or next-day", text: "Your payout comes the same day or the next day." },
  { term: "Paid by card", text: "Customers pay by card, through a card payment provider." },
  { term: "Encrypted", text: "Payments are encrypted on the way." },
];

const start = [
  { label: "First", text: "Apply on this site. Tell us what you do and where." },
  { label: "Next", text: "We check: background checks and ID verification." },
  { label: "Then", text: `Open ${brand.apps.provider.name} and pick your first job.` },
];

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
            <a className={buttonClass()} href="#get-started">
              Get Started
            </a>
            <a className={buttonClass("ghost")} href="#learn-more">
              Learn More
            </a>
          </>
        }
        wide={street}
        tall={streetTall}
        alt="A street in the morning. A driver takes a passenger, a courier rides a bike, a delivery waits at a door and a dog goes for a walk."
      />
      <Section id="learn-more">
        <TwoColumns ratio="5-7">
          <SectionHead
            title="Of $100, see what stays with you."
            lead={`Other apps can take up to ${othersUpToPercent}%. We take ${nonMemberPercent}% of each completed job. With ${brand.pro} you keep ${keepsAll}.`}
          />
          <Towers />
        </TwoColumns>
      </Section>
      <Section field="blue2" id="transparency">
        <TwoColumns>
          <Bill />
          <div>
            <SectionHead
              title="You see the math."
              lead={`One rule for every completed job: ${nonMemberPercent}% without a plan, ${memberPercent}% with one. ${brand.pro} costs ${formatPrice(facts.pro.monthlyCents)} a month or ${formatPrice(facts.pro.annualCents)} a year.`}
            />
            <ButtonRow>
              <AppLink className={buttonClass()} to={paths.pro}>
                See {brand.pro}
              </AppLink>
            </ButtonRow>
          </div>
        </TwoColumns>
      </Section>
      <Split
        field="blue"
        id="schedule"
        side="right"
        pictureField="blue"
        picture={
          <Picture fill file={appProvider} alt="A courier on a bike rides past a yellow house." />
        }
      >
        <SectionHead
          title="Your hours. Your yes. Your no."
          lead="Turn the app on when you want to work. An example day:"
        />
        <Slate items={exampleDay} />
      </Split>
      <Section field="ink" id="payouts">
        <TwoColumns>
          <div>
            <SectionHead
              title="Work today. Paid today or tomorrow."
              lead="Finish the job and see what you made. Then ask for your payout."
            />
            <Ledger items={payouts} />
          </div>
          <EarningsScreen />
        </TwoColumns>
      </Section>
      <Section id="respect">
        <TwoColumns ratio="5-7" align="start">
          <SectionHead
            title="Work that treats you with respect."
            lead="You are the one who knows the job."
          />
          <Ledger items={respect} />
        </TwoColumns>
      </Section>
      <Support />
      <Section field="paper2" id="questions">
        <TwoColumns ratio="5-7" align="start">
          <SectionHead title="Asked before the first job" />
          <Accordion items={providerQuestions} />
        </TwoColumns>
      </Section>
      <Section field="blue" id="get-started">
        <TwoColumns align="end">
          <div>
            <SectionHead title="Three steps to your first job." />
            <Slate items={start} ordered />
          </div>
          <ButtonRow>
            <AppLink className={buttonClass()} to={paths.proGetStarted}>
              Apply to Work
            </AppLink>
            <AppLink className={buttonClass("ghost")} to={paths.providerLogin}>
              Provider Log In
            </AppLink>
          </ButtonRow>
        </TwoColumns>
      </Section>
      <Download
        app={brand.apps.provider}
        title="Put the street in your pocket."
        lead="Rides, tasks and deliveries, all in one app. Questions first? Call or text us."
      />
    </>
  );
}
