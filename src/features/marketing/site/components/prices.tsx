import { brand } from "../../../../brand.ts";
import { facts, formatPrice } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { Ledger } from "../../../../platform/site/ui/ruled-list.tsx";
import { Section, SectionHead, TwoColumns } from "../../../../platform/site/ui/section.tsx";
import styles from "./prices.module.css";

const { carePlus, pro, commission } = facts;

/** A plan's two prices: "$39.99 a month or $399.99 a year". */
function priceOf(plan: { monthlyCents: number; annualCents: number }): string {
  return `${formatPrice(plan.monthlyCents)} a month or ${formatPrice(plan.annualCents)} a year`;
}

const prices = [
  {
    term: "Help, job by job",
    text: (
      <>
        Each job has its own price, in plain dollars. You pay only when you ask for help.
        {brand.visitExamples.map(({ what, cents }) => (
          <span key={what} className={styles.example}>
            {`Example: ${what}, ${formatPrice(cents)}.`}
          </span>
        ))}
      </>
    ),
  },
  {
    term: brand.carePlus,
    text: (
      <>
        {priceOf(carePlus)}, for older adults. Cancel anytime.{" "}
        <AppLink to={paths.carePlus}>{`See ${brand.carePlus}`}</AppLink>
      </>
    ),
  },
  {
    term: "Pay-As-You-Go",
    text: `Providers without a plan pay ${commission.nonMemberPercent}% of each completed job, and no monthly fee.`,
  },
  {
    term: brand.pro,
    text: (
      <>
        {priceOf(pro)}. Providers then keep {100 - commission.memberPercent}%.{" "}
        <AppLink to={paths.pro}>{`See ${brand.pro}`}</AppLink>
      </>
    ),
  },
];

export function Prices() {
  return (
    <Section surface="rose2" id="prices">
      <TwoColumns ratio="5-7">
        <SectionHead
          title="What does it cost? Prices, all of them."
          lead="Two paid plans. No hidden fees."
        />
        <Ledger items={prices} />
      </TwoColumns>
    </Section>
  );
}
