import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { siteOrigin } from "../../../platform/site/page/page-context.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import {
  houseDay,
  houseDayStill,
  houseDayTall,
  houseDayTallStill,
} from "../../../platform/site/pictures/scenes.ts";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Community } from "./home/community.tsx";
import { Hub } from "./home/hub.tsx";
import { InstantHelp } from "./home/instant-help.tsx";
import { PlatformDesign } from "./home/platform-design.tsx";
import { Download } from "./parts/download.tsx";
import { Hero } from "./parts/hero.tsx";
import { OnThisPage } from "./parts/on-this-page.tsx";
import { Prices } from "./parts/prices.tsx";
import { Trust } from "./parts/trust.tsx";

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
