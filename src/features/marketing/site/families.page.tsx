import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { homecoming, homecomingTall } from "../../../platform/site/pictures/endings.ts";
import { gardenBench } from "../../../platform/site/pictures/rooms.ts";
import { twoHomes, twoHomesTall } from "../../../platform/site/pictures/scenes.ts";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { Ledger, Slate } from "../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, Split, TwoColumns } from "../../../platform/site/ui/section.tsx";
import { Download } from "./components/download.tsx";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { Trust } from "./components/trust.tsx";
import styles from "./pages/families.module.css";
import { HubSection } from "./pages/hub-section.tsx";
import { Receipt } from "./pages/receipt.tsx";
import { HubScreen } from "./screens/hub.tsx";

const costs = [
  {
    term: "Transparent pricing",
    text: "Each job has its own price, in plain dollars. You see what you pay for.",
  },
  {
    term: "A clear record",
    text: "Every finished job is listed with who came, the date and the price.",
  },
  {
    term: "Fair to helpers",
    text: "Helpers are paid fast: payouts are same-day or next-day.",
  },
] as const;

const day = [
  { label: "8:40 am", time: "08:40", text: "Luz left the medicine with Rosa at the door." },
  { label: "2:00 pm", time: "14:00", text: "Nadia and Rosa set off for the eye clinic." },
  { label: "4:30 pm", time: "16:30", text: "Amara and Rosa started dinner. Bean soup." },
  { label: "6:00 pm", time: "18:00", text: "Your turn. Mom and Dad expect your call." },
] as const;

const wellness = [
  {
    title: "Take an afternoon off",
    body: "Ask for a caregiver and go sit on a bench. The Hub shows you how things are at home.",
  },
  {
    title: "Look after yourself",
    body: "You care for someone, so the Caregiver app is for you too. Its wellness resources are there to help you rest, and its learning portal helps you learn at your own pace.",
  },
  {
    title: "Talk with other people",
    body: "Join the community in the app. Ask what worked, and share what did not. Your parents will find friends and brain games there.",
  },
] as const;

const sections = [
  { id: "learn-more", name: "Lower care costs" },
  { id: "anywhere", name: "Care from anywhere" },
  { id: "hub", name: "Unified hub" },
  { id: "safety", name: "Trust and safety" },
  { id: "wellness", name: "Caregiver wellness" },
  { id: "get-started", name: "Get started" },
  { id: "download", name: "Download the app" },
] as const;

export default function FamiliesPage() {
  return (
    <>
      <PageMeta
        path={paths.families}
        title="Families: care from anywhere"
        description="Manage your parents’ care from anywhere. Pay only when care is requested, and follow the day in the Hub."
        picture="families"
      />
      <Hero
        sky="rose"
        broad
        title={
          <>
            {"Be there, "}
            <br className={styles.break} />
            from anywhere.
          </>
        }
        lead="See what Mom and Dad need, send help, and hear how it went. You pay only when care is requested."
        buttons={
          <>
            <a className={buttonClass()} href="#get-started">
              Get Started
            </a>
            <a className={buttonClass("ghost")} href="#learn-more">
              Learn More<span className="sr"> about care from anywhere</span>
            </a>
          </>
        }
        wide={twoHomes}
        tall={twoHomesTall}
        alt="Two homes. A line of light runs from the parents’ house to their daughter’s apartment in the city."
      />
      <OnThisPage sections={sections} />

      <Section id="learn-more">
        <TwoColumns>
          <div>
            <SectionHead
              title="Lower care costs: pay only for the days you need help."
              lead="You pay only when care is requested. On all the other days you pay nothing."
            />
            <Ledger items={costs} />
          </div>
          <Receipt />
        </TwoColumns>
      </Section>

      <Section surface="rose" id="anywhere">
        <TwoColumns ratio="5-7">
          <div className={styles.phone}>
            <HubScreen />
          </div>
          <div>
            <SectionHead
              title="Care from anywhere: know how the day is going."
              lead="With remote management you can book a ride for Mom from your own desk, by app, phone call or text. Then real-time updates show you the day as it happens. You do not have to guess."
            />
            <Slate items={day} />
          </div>
        </TwoColumns>
      </Section>

      <HubSection />

      <Trust
        id="safety"
        small
        title="Trust and safety: every helper is checked."
        lead="Help comes from vetted providers and caregivers. You can be far away and still know who rings the bell."
      />

      <Split
        id="wellness"
        surface="sage2"
        pictureSurface="sage"
        side="right"
        picture={
          <>
            <div className={styles.bench} />
            <Picture
              file={gardenBench}
              alt="A daughter and a caregiver sit on a garden bench with mugs and laugh."
              fill
            />
          </>
        }
      >
        <SectionHead
          title="Caregiver wellness and community."
          lead="Look after the one who looks after everyone. Caring for a parent is work, and you should not do it alone."
        />
        <Accordion items={wellness} />
      </Split>

      <Section id="get-started" surface="marigold">
        <TwoColumns align="start">
          <SectionHead
            title="Get started, for you or your parents."
            lead="You do not need an app. Call or text us, or use your account on this site."
          />
          <div>
            <ButtonRow>
              <AppLink to={paths.createAccount} className={buttonClass("ghost")}>
                I am new: create an account
              </AppLink>
              <AppLink to={paths.login} className={buttonClass("ghost")}>
                I have an account: log in
              </AppLink>
            </ButtonRow>
            <div className={styles.calls}>
              <PhoneLinks />
            </div>
          </div>
        </TwoColumns>
      </Section>

      <Download
        lead="Start with one ride. You pay when care is requested, and only then."
        ending={{
          sky: "rose",
          wide: homecoming,
          tall: homecomingTall,
          alt: "A daughter with a suitcase and her son come home. Her parents wave from the open door.",
        }}
      />
    </>
  );
}
