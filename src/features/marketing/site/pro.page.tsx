import { brand } from "../../../brand.ts";
import { facts, formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { iceCream, iceCreamTall } from "../../../platform/site/pictures/endings.ts";
import { garageDay, garageDayTall } from "../../../platform/site/pictures/scenes.ts";
import { Island } from "../../../platform/site/runtime/island.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Section, SectionHead } from "../../../platform/site/ui/section.tsx";
import { Download } from "./components/download.tsx";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { StreetLine } from "./components/plan-cards.tsx";
import { planProduct } from "./components/plan-product.ts";
import { Benefits } from "./pro/benefits.tsx";
import { Comparison } from "./pro/comparison.tsx";
import Earnings from "./pro/earnings.island.tsx";
import { Fits } from "./pro/fits.tsx";
import { Pricing } from "./pro/pricing.tsx";
import { Steps } from "./pro/steps.tsx";
import { Testimonials } from "./pro/testimonials.tsx";

const { commission, pro } = facts;
const description = `Drive, deliver and do tasks with ${brand.pro}. Keep 100% of each job for ${formatPrice(pro.monthlyCents)} a month, with same-day payout.`;

const sections = [
  { id: "earn", name: "What you keep" },
  { id: "benefits", name: "Benefits" },
  { id: "how-it-works", name: "How it works" },
  { id: "pricing", name: "Pricing plans" },
  { id: "compare", name: "Compare your pay" },
  { id: "fits", name: "Which plan costs less" },
  { id: "stories", name: "What providers say" },
  { id: "download", name: "Download the app" },
] as const;

export default function ProPage() {
  return (
    <>
      <PageMeta
        path={paths.pro}
        title="Pro plans: keep all of what you earn"
        description={description}
        picture="pro"
        jsonLd={[planProduct({ name: brand.pro, description, path: paths.pro, plans: pro })]}
      />
      <Hero
        sky="blue"
        title="Keep all of what you earn."
        lead="Rides, tasks and deliveries in one app. Go Pro and keep 100% of each job."
        buttons={
          <>
            <a href="#pricing" className={buttonClass()}>
              See the plans
            </a>
            <a href="#earn" className={buttonClass("ghost")}>
              See what you keep
            </a>
          </>
        }
        wide={garageDay}
        tall={garageDayTall}
        alt="A morning on the street. A driver stands by his car in an open garage, and a courier rides past on a bike."
      />
      <OnThisPage sections={sections} />
      <Section id="earn">
        <Island name="marketing/site/pro/earnings">
          <Earnings />
        </Island>
      </Section>
      <Section surface="paper2" id="benefits">
        <Benefits />
      </Section>
      <Section id="how-it-works" foot={<Steps />}>
        <h2>How it works: three steps to your first job.</h2>
      </Section>
      <Section surface="blue" id="pricing" foot={<StreetLine />}>
        <SectionHead title="Pricing plans: pick the one that fits." />
        <Pricing />
      </Section>
      <Section id="compare">
        <SectionHead
          title="Compare your take-home pay."
          lead={`Other apps can take up to ${commission.othersUpToPercent}% of each job. The Pro amounts are what is left after the ${formatPrice(pro.monthlyCents)} plan. The highlighted amount is the largest in its row.`}
        />
        <Comparison />
      </Section>
      <Section surface="paper2" id="fits">
        <Fits />
      </Section>
      <Section surface="ink" id="stories">
        <Testimonials />
      </Section>
      <Download
        app={brand.apps.provider}
        apply={paths.proGetStarted}
        lead="Your street is waiting."
        ending={{
          sky: "blue",
          wide: iceCream,
          tall: iceCreamTall,
          alt: "A provider buys his daughter an ice cream after work.",
        }}
      />
    </>
  );
}
