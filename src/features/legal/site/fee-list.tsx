import { brand } from "../../../brand.ts";
import { facts, formatPrice } from "../../../platform/contract/facts.ts";

const { carePlus, pro, commission } = facts;
const keptByMembersPercent = 100 - commission.memberPercent;

export function FeeList() {
  return (
    <ul>
      <li>
        <strong>{brand.carePlus}:</strong> {formatPrice(carePlus.monthlyCents)} a month, or{" "}
        {formatPrice(carePlus.annualCents)} a year.
      </li>
      <li>
        <strong>Providers who pay as they go:</strong> a commission of {commission.nonMemberPercent}
        % of each completed job. There is no monthly fee.
      </li>
      <li>
        <strong>{brand.pro}:</strong> {formatPrice(pro.monthlyCents)} a month, or{" "}
        {formatPrice(pro.annualCents)} a year. The commission is then {commission.memberPercent}%,
        so you keep {keptByMembersPercent}% of what you earn.
      </li>
    </ul>
  );
}
