import { brand } from "../../../brand.ts";
import { annualSavingCents, facts, formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ExternalLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { kite, kiteTall } from "../../../platform/site/pictures/endings.ts";
import { porch, porchTall } from "../../../platform/site/pictures/scenes.ts";
import { mailboxTree } from "../../../platform/site/pictures/small.ts";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { Picture } from "../../../platform/site/ui/picture.tsx";
import { Section, SectionHead } from "../../../platform/site/ui/section.tsx";
import { Download } from "./components/download.tsx";
import { Hero } from "./components/hero.tsx";
import { OnThisPage } from "./components/on-this-page.tsx";
import { type PlanCard, PlanCards, StreetLine } from "./components/plan-cards.tsx";
import { planProduct } from "./components/plan-product.ts";
import { Features } from "./pages/features.tsx";
import { Promises } from "./pages/promises.tsx";

const { carePlus: plan } = facts;
const description = `${brand.carePlus} adds on-demand caregivers, 24/7 support and a family hub to ${brand.name}, for ${formatPrice(plan.monthlyCents)} a month. Cancel anytime.`;

/** The owner's checkout when it is set, else the section that says how to join. */
function choose(checkout: string | null, label: string) {
  if (!checkout) {
    return (
      <a href="#join" className={buttonClass()}>
        {label}
      </a>
    );
  }
  return (
    <ExternalLink href={checkout} className={buttonClass()}>
      {label}
    </ExternalLink>
  );
}

const plans: readonly PlanCard[] = [
  {
    name: "Monthly",
    price: formatPrice(plan.monthlyCents),
    per: "per month",
    points: [`All six ${brand.carePlus} features`, "Cancel anytime", "No hidden fees"],
    action: choose(brand.carePlusCheckout.monthly, "Choose monthly"),
  },
  {
    name: "Annual",
    price: formatPrice(plan.annualCents),
    per: "per year",
    points: [
      `All six ${brand.carePlus} features`,
      `You save ${formatPrice(annualSavingCents(plan))} a year`,
      "Cancel anytime",
      "No hidden fees",
    ],
    action: choose(brand.carePlusCheckout.annual, "Choose annual"),
    flag: `Save over ${plan.savesOverPercent}%`,
  },
];

const sections = [
  { id: "features", name: "What is included" },
  { id: "pricing", name: "Prices" },
  { id: "join", name: "How to join" },
  { id: "download", name: "Download the app" },
] as const;

export default function CarePlusPage() {
  return (
    <>
      <PageMeta
        path={paths.carePlus}
        title={`${brand.carePlus} plans`}
        description={description}
        picture="care-plus"
        jsonLd={[
          planProduct({
            name: `${brand.name} ${brand.carePlus}`,
            description,
            path: paths.carePlus,
            plans: plan,
          }),
        ]}
      />
      <Hero
        sky="marigold"
        title={`${brand.carePlus}: more help, day and night.`}
        lead="Meet a caregiver by video before you hire. Get 24/7 support. Share what you like with family."
        buttons={
          <>
            <a href="#pricing" className={buttonClass()}>
              {`Explore ${brand.carePlus} Plans`}
            </a>
            <a href="#features" className={buttonClass("ghost")}>
              See what you get
            </a>
          </>
        }
        wide={porch}
        tall={porchTall}
        alt="An older couple sits on a porch and waves at a caregiver on a video call."
      />
      <OnThisPage sections={sections} />
      <Section id="features">
        <Features />
      </Section>
      <Section surface="marigold" id="pricing" foot={<StreetLine />}>
        <SectionHead title={`${brand.carePlus} prices: two plans.`} />
        <PlanCards plans={plans} extra={<Picture file={mailboxTree} alt="" />} />
      </Section>
      <Section id="join">
        <Promises />
      </Section>
      <Download
        lead="Enjoy the day: help is never far."
        ending={{
          sky: "marigold2",
          wide: kite,
          tall: kiteTall,
          alt: "A grandfather and a girl fly a kite on a hill. A grandmother waves from a picnic.",
        }}
      />
    </>
  );
}
