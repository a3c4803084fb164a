import { brand } from "../../../../brand.ts";
import { isInAStore } from "../../../../platform/contract/app-stores.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { ButtonRow, buttonClass } from "../../../../platform/site/ui/button.tsx";
import { TwoColumns } from "../../../../platform/site/ui/section.tsx";
import { carePlusPath } from "../../../messages/contract/forms/request-help.ts";
import styles from "./promises.module.css";

const promises = [
  "Cancel anytime.",
  "No hidden fees.",
  `Save over ${facts.carePlus.savesOverPercent}% with the annual plan.`,
] as const;

const { carePlus, memberLine } = brand;

const hasApp = isInAStore(brand.apps.main);

const howToJoin = hasApp
  ? `Get the ${brand.name} app, then add ${carePlus} in Settings. Or call or text us, and we set it up with you.`
  : "Call or text us, or write to us. We set it up with you.";

export function Promises() {
  return (
    <TwoColumns align="start">
      <ul className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <div className={styles.how}>
        <h2>How to join {carePlus}</h2>
        <p className="lead">{howToJoin}</p>
        <PhoneLinks />
        <ButtonRow>
          <AppLink to={carePlusPath("monthly")} className={buttonClass("ghost")}>
            Write to us: monthly plan
          </AppLink>
          <AppLink to={carePlusPath("annual")} className={buttonClass("ghost")}>
            Write to us: annual plan
          </AppLink>
        </ButtonRow>
        <p>
          {memberLine && `Members can call the number under “24/7 support” day and night. `}
          The plan price is all you pay for the plan. Jobs you ask for, like a ride, are paid one by
          one as always. To end a plan, press one button on{" "}
          <AppLink to={paths.cancel}>Cancel a plan</AppLink>, or call or text us.
        </p>
      </div>
    </TwoColumns>
  );
}
