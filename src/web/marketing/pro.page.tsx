import { brand } from "../../brand.ts";
import { facts, formatPrice } from "../../contract/facts.ts";
import { paths } from "../../contract/paths.ts";
import { PageMeta } from "../page/page-meta.tsx";
import { garageDay, garageDayTall } from "../pictures/scenes.ts";
import { Island } from "../runtime/island.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { Download } from "./parts/download.tsx";
import { Hero } from "./parts/hero.tsx";
import { StreetLine } from "./parts/plan-cards.tsx";
import { planProduct } from "./parts/plan-product.ts";
import { Benefits } from "./pro/benefits.tsx";
import { Comparison } from "./pro/comparison.tsx";
import Earnings from "./pro/earnings.island.tsx";
import { Fits } from "./pro/fits.tsx";
import { Pricing } from "./pro/pricing.tsx";
import { Steps } from "./pro/steps.tsx";
import { Testimonials } from "./pro/testimonials.tsx";

const { commission, pro } = facts;
const description = `Drive, deliver and do tasks with ${brand.pro}. Keep 100% of each job for ${formatPrice(pro.monthlyCents)} a month, with same-day payout.`;

/** The paid plans for providers (SPEC 2, 9). */
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
      <Section id="earn">
        <Island name="marketing/pro/earnings">
          <Earnings />
        </Island>
      </Section>
      <Section surface="paper2">
        <Benefits />
      </Section>
      <Section foot={<Steps />}>
        <h2>How it works: three steps to your first job.</h2>
      </Section>
      <Section surface="blue" id="pricing" foot={<StreetLine />}>
        <SectionHead title="Pricing plans: pick the one that fits." />
        <Pricing />
      </Section>
      <Section>
        <SectionHead
          title="Compare your take-home pay."
          lead={`Other apps can take up to ${commission.othersUpToPercent}% of each job. The Pro amounts are what is left after the ${formatPrice(pro.monthlyCents)} plan. The highlighted amount is the largest in its row.`}
        />
        <Comparison />
      </Section>
      <Section surface="paper2">
        <Fits />
      </Section>
      <Section surface="ink">
        <Testimonials />
      </Section>
      <Download
        app={brand.apps.provider}
        apply={paths.proGetStarted}
        lead="Your street is waiting."
      />
    </>
  );
}
