import {
  facts,
  formatPrice,
  formatSum,
  nonMemberKeepsPercent,
} from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { buttonClass } from "../../../../platform/site/ui/button.tsx";
import { type PlanCard, PlanCards } from "../components/plan-cards.tsx";
import { breakEvenCents } from "./earnings.ts";

type PlanCode = "payg" | "monthly" | "annual";

function start(plan: PlanCode, label: string) {
  return (
    <AppLink to={`${paths.proGetStarted}?plan=${plan}`} className={buttonClass()}>
      {label}
    </AppLink>
  );
}

const { pro, commission } = facts;
const keepsAll = `You keep ${100 - commission.memberPercent}% of each job`;
/** For members, as in the terms; without a plan it may be the next day. */
const sameDay = "Same-day payout";
const line = "Direct support line, based in the US";

const plans: readonly PlanCard[] = [
  {
    name: "Pay-As-You-Go",
    price: `${commission.nonMemberPercent}%`,
    per: "per task",
    points: [
      `You keep ${nonMemberKeepsPercent}% of each job`,
      "No monthly fee",
      "Same-day or next-day payout",
      line,
    ],
    action: start("payg", "Pay as you go"),
  },
  {
    name: "Monthly",
    price: formatPrice(pro.monthlyCents),
    per: "per month",
    points: [
      keepsAll,
      `Pays for itself from ${formatSum(breakEvenCents())} of jobs`,
      sameDay,
      line,
    ],
    action: start("monthly", "Go Pro monthly"),
    flag: "Most Popular",
  },
  {
    name: "Annual",
    price: formatPrice(pro.annualCents),
    per: "per year",
    points: [`Save ${pro.savesPercent}%`, keepsAll, sameDay, line],
    action: start("annual", "Go Pro for the year"),
  },
];

export function Pricing() {
  return <PlanCards plans={plans} />;
}
