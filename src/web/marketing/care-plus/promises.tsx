import { brand } from "../../../brand.ts";
import { facts } from "../../../contract/facts.ts";
import { paths } from "../../../contract/paths.ts";
import { AppLink } from "../../page/app-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { TwoColumns } from "../../ui/section.tsx";
import styles from "./promises.module.css";

const promises = [
  "Cancel anytime.",
  "No hidden fees.",
  `Save over ${facts.carePlus.savesOverPercent}% with the annual plan.`,
] as const;

/** What the plan promises, in large type, and how to cancel it (SPEC 9). */
export function Promises() {
  return (
    <TwoColumns align="end">
      <ul className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <div className={styles.how}>
        <p className="lead">
          To cancel, open Settings in the app, or call or text us. The plan price is all you pay for
          the plan. Jobs you ask for, like a ride, are paid one by one as always.
        </p>
        <AppLink to={paths.contact} className={buttonClass("ghost")}>
          {`Ask us about ${brand.carePlus}`}
        </AppLink>
      </div>
    </TwoColumns>
  );
}
