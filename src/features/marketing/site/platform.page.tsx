import { brand } from "../../../brand.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { bus, busTall } from "../../../platform/site/pictures/endings.ts";
import { supportCall } from "../../../platform/site/pictures/forms.ts";
import { appMain } from "../../../platform/site/pictures/rooms.ts";
import { threeHomes, threeHomesTall } from "../../../platform/site/pictures/scenes.ts";
import { appCaregiver, appProvider } from "../../../platform/site/pictures/tracks.ts";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { Section, SectionHead, TwoColumns } from "../../../platform/site/ui/section.tsx";
import { platformQuestions } from "../../help/site/questions.ts";
import { Download } from "./components/download.tsx";
import { faqPage } from "./components/faq.ts";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { Prices } from "./components/prices.tsx";
import { StoreBadges } from "./components/store-badges.tsx";
import { Trust } from "./components/trust.tsx";
import { AppSection } from "./platform/app-section.tsx";
import { mobileApplications } from "./platform/app-store-data.ts";
import { Compare } from "./platform/compare.tsx";
import { FourHomes } from "./platform/four-homes.tsx";
import { LoginLinks } from "./platform/login-links.tsx";
import { NoSmartphone } from "./platform/no-smartphone.tsx";
import styles from "./platform/platform.module.css";
import { EarningsScreen } from "./screens/earnings.tsx";
import { RideScreen } from "./screens/ride.tsx";
import { SessionScreen } from "./screens/session.tsx";

const { main, caregiver, provider } = brand.apps;

const mainClaims = [
  "Rides, meals, errands, repairs and care",
  "The Hub: shared tasks, appointments and updates",
  "A secure vault for documents and passwords",
  "You control who sees what",
  "An in-app community and brain games",
  `${brand.carePlus}, a paid plan with 24/7 support`,
];
const caregiverClaims = [
  "Scheduling and team communication",
  "AI-generated session reports, signed by you",
  "Documentation, client management, health tracking",
  "Delegate errands and transport to providers",
  "Wellness resources and a learning portal",
  "HIPAA-compliant, so health details stay private",
];
const providerClaims = [
  "Rideshare, task and delivery requests in one app",
  "In-app messages with the customer",
  "Card payments through a card payment provider",
  "Same-day or next-day payouts",
  `${facts.commission.nonMemberPercent}% commission, or keep ${100 - facts.commission.memberPercent}% with ${brand.pro}`,
  "Ratings based on real work, no random deactivation",
  "US-based support and a direct support line",
];

const sections = [
  { id: "learn-more", name: `The ${main.name} app` },
  { id: "caregiver-app", name: `The ${caregiver.name} app` },
  { id: "provider-app", name: `The ${provider.name} app` },
  { id: "together", name: "How the apps work together" },
  { id: "compare", name: "Which app does what" },
  { id: "safety", name: "Trust and safety" },
  { id: "prices", name: "Prices" },
  { id: "questions", name: "Questions" },
  { id: "audiences", name: "Log in or learn more" },
  { id: "download", name: "Download the app" },
] as const;

export default function PlatformPage() {
  return (
    <>
      <PageMeta
        path={paths.platform}
        title="Platform: three apps, one street"
        description={`${main.name}, ${caregiver.name} and ${provider.name}: what each app does, and how the three work together for an older adult at home.`}
        picture="platform"
        jsonLd={[...mobileApplications(), faqPage(platformQuestions)]}
      />
      <Hero
        sky="night"
        broad
        title="One Ecosystem. Total Independence."
        lead="Three apps on one street. The older adult is always in charge."
        buttons={
          <>
            <AppLink className={buttonClass("marigold")} to="#learn-more">
              See the three apps
            </AppLink>
            <AppLink className={buttonClass("ghostPaper")} to="#together">
              How they work together
            </AppLink>
          </>
        }
        wide={threeHomes}
        tall={threeHomesTall}
        narrowMedia="(--below-tablet)"
        alt="Three lit homes on one street at night: a caregiver at her desk, the older adults’ house, and a provider with his car."
      />
      <OnThisPage sections={sections} />
      <AppSection
        id="learn-more"
        surface="marigold"
        wall="marigold2"
        audience="For older adults and their families"
        name={main.name}
        lead="Ask vetted providers and caregivers for help, by app, phone call or text. Keep the family in the picture, as much as you like."
        claims={mainClaims}
        phone={<RideScreen />}
        picture={<Picture fill file={appMain} alt="June laughs at the table over a word game." />}
      >
        <StoreBadges app={main} />
        <NoSmartphone />
      </AppSection>
      <AppSection
        id="caregiver-app"
        surface="sage"
        wall="sage"
        flip
        audience="For family and professional caregivers"
        name={caregiver.name}
        lead="Plan your week, talk with the team and let the report write its first draft."
        claims={caregiverClaims}
        phone={<SessionScreen />}
        picture={<Picture fill file={appCaregiver} alt="Amara chops vegetables at the counter." />}
      >
        <StoreBadges app={caregiver} apply={paths.careGetStarted} />
      </AppSection>
      <AppSection
        id="provider-app"
        surface="blue"
        wall="blue"
        audience="For gig workers and businesses"
        name={provider.name}
        lead="Rides, tasks and deliveries in one app. Take the jobs you want. You are free to decline the rest."
        claims={providerClaims}
        phone={<EarningsScreen />}
        picture={
          <Picture fill file={appProvider} alt="A courier on a bike rides past a yellow house." />
        }
      >
        <StoreBadges app={provider} apply={paths.proGetStarted} />
      </AppSection>
      <FourHomes />
      <Compare />
      <Trust
        small
        id="safety"
        title="Trust and safety: the same checks in all three apps."
        lead="The same safety rules apply in all three apps. You can ask us about any of these."
      />
      <Prices />
      <Section id="questions">
        <TwoColumns ratio="5-7" align="start">
          <div>
            <SectionHead title="Questions people ask" lead="Not here? Call or text us and ask." />
            <div className={styles.room}>
              <Picture
                file={supportCall}
                alt="Rosa laughs on the kitchen phone."
                className={styles.picture}
              />
            </div>
          </div>
          <Accordion items={platformQuestions} />
        </TwoColumns>
      </Section>
      <LoginLinks />
      <Download
        lead="Three apps, one phone number. Say what you need, and help comes the same way."
        ending={{
          sky: "night",
          wide: bus,
          tall: busTall,
          alt: "A bright bus at night. An older woman, a caregiver, a daughter and a delivery worker look out of its windows.",
        }}
      />
    </>
  );
}
