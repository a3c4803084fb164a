import { brand } from "../../../brand.ts";
import { facts, formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { siteOrigin } from "../../../platform/site/page/page-context.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { community } from "../../../platform/site/pictures/rooms.ts";
import {
  houseDay,
  houseDayStill,
  houseDayTall,
  houseDayTallStill,
} from "../../../platform/site/pictures/scenes.ts";
import { Accordion } from "../../../platform/site/ui/accordion.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { SectionHead, Split } from "../../../platform/site/ui/section.tsx";
import { Download } from "./components/download.tsx";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { Prices } from "./components/prices.tsx";
import { Trust } from "./components/trust.tsx";
import styles from "./platform/community.module.css";
import { Hub } from "./platform/hub.tsx";
import { InstantHelp } from "./platform/instant-help.tsx";
import { PlatformDesign } from "./platform/platform-design.tsx";

const sections = [
  { id: "learn-more", name: "Instant help" },
  { id: "design", name: "Platform design" },
  { id: "safety", name: "Trust and safety" },
  { id: "hub", name: "The Hub" },
  { id: "community", name: "Community" },
  { id: "prices", name: "Prices" },
  { id: "download", name: "Download the app" },
] as const;

export default function HomePage() {
  return (
    <>
      <PageMeta
        path={paths.home}
        title="Help at home for older adults"
        description="Rides, meals, errands, repairs and care from vetted people. Ask by app, phone call or text, and stay in the home you love."
        picture="home"
        jsonLd={structuredData()}
      />
      <Hero
        sky="marigold"
        title="Live well in the home you love."
        lead="Rides, meals, errands, repairs and care, from people we have checked. Ask by app, phone call or text."
        buttons={
          <>
            <AppLink to={paths.login} className={buttonClass()}>
              Get Started
            </AppLink>
            <AppLink to="#learn-more" className={buttonClass("ghost")}>
              Learn More
            </AppLink>
          </>
        }
        wide={houseDay}
        tall={houseDayTall}
        still={houseDayStill}
        tallStill={houseDayTallStill}
        alt="A house cut open like a picture book. Upstairs a helper changes a light bulb and two friends play a word game. Downstairs a man waves to his family on a video call, and a caregiver and an older woman cook."
      />
      <OnThisPage sections={sections} narrow />
      <InstantHelp id="learn-more" />
      <PlatformDesign />
      <Trust
        id="safety"
        title="Trust and safety: know who is at the door."
        lead="Every provider and caregiver is vetted. You see a name, a face and a rating each time."
      />
      <Hub />
      <Community />
      <Prices />
      <Download />
    </>
  );
}

/** Structured data (schema.org Organization and WebSite). */
function structuredData() {
  const url = `${siteOrigin()}${paths.home}`;
  const { phone, email, postalAddress, social } = brand;
  return [
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: brand.name,
      legalName: brand.company,
      url,
      logo: `${siteOrigin()}/icon-512.png`,
      telephone: phone.e164,
      email: email.support,
      address: {
        "@type": "PostalAddress",
        streetAddress: postalAddress.street,
        addressLocality: postalAddress.city,
        addressRegion: postalAddress.state,
        postalCode: postalAddress.zip,
        addressCountry: "US",
      },
      sameAs: Object.values(social),
    },
    { "@context": "https://schema.org", "@type": "WebSite", name: brand.name, url },
  ];
}

function Community() {
  const { monthlyCents, annualCents } = facts.carePlus;
  return (
    <Split
      id="community"
      pictureSurface="marigold2"
      picture={
        <Picture
          file={community}
          alt="Two friends at a table finish a word game. The tiles spell home."
          fill
        />
      }
    >
      <SectionHead title="Community: good company, any day." />
      <Accordion
        items={[
          {
            title: "Talk with people like you",
            body: "The app has its own social community. Say hello, swap a recipe or ask how others do it. Stay as long as you like.",
          },
          {
            title: "Play a brain game",
            body: "Brain games come with the app. They are fun, and they give your mind some exercise. Play one with your morning coffee.",
          },
          {
            title: "Keep family close",
            body: "Write, call or start a video call in the Hub. Share a paper when someone needs it. Your family sees what you choose to share.",
          },
          {
            title: `Go further with ${brand.carePlus}`,
            body: (
              <>
                <p>
                  {brand.carePlus} is a paid plan. It adds 24/7 support and caregivers on demand.
                  You meet them by video call before you hire. It costs {formatPrice(monthlyCents)}{" "}
                  a month or {formatPrice(annualCents)} a year. Cancel anytime. There are no hidden
                  fees.
                </p>
                <p>
                  <AppLink to={paths.carePlus} className={styles.more}>
                    See what {brand.carePlus} adds
                  </AppLink>
                </p>
              </>
            ),
          },
        ]}
      />
    </Split>
  );
}
