import { facts } from "../../../../platform/contract/facts.ts";
import { SectionHead } from "../../../../platform/site/ui/section.tsx";
import { EarningsPicture } from "./earnings-picture.tsx";

const { nonMemberPercent, othersUpToPercent } = facts.commission;

export default function Earnings() {
  return (
    <EarningsPicture>
      <SectionHead
        title="What you earn, and what you keep."
        lead={`Here is a month of jobs in ten bills. The filled ones are yours, the empty ones go to the app. Other apps can take up to ${othersUpToPercent}%. Without a plan we take ${nonMemberPercent}%. Pro members pay no commission at all.`}
      />
    </EarningsPicture>
  );
}
