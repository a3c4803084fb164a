import type { ReactNode } from "react";
import { roof } from "../../../../platform/site/pictures/roof.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import styles from "./plan-cards.module.css";

export interface PlanCard {
  readonly name: string;
  /** As shown: "$12.99", "20%". */
  readonly price: string;
  /** What the price is for: "per month". */
  readonly per: string;
  readonly points: readonly string[];
  readonly action: ReactNode;
  /** Text of a flag; the house then has a roof and the page's light color. */
  readonly flag?: string;
}

interface PlanCardsProps {
  readonly plans: readonly PlanCard[];
  readonly extra?: ReactNode;
}

/** Plans as houses in a row. Put a full-width `StreetLine` right after it. */
export function PlanCards({ plans, extra }: PlanCardsProps) {
  return (
    <div className={styles.block}>
      <div className={extra ? styles.withExtra : styles.alone}>
        <ul className={styles.plans}>
          {plans.map((plan) => (
            <li key={plan.name} className={plan.flag ? styles.roofed : undefined}>
              {plan.flag && (
                <div className={styles.roof}>
                  <Picture file={roof} alt="" />
                </div>
              )}
              <House plan={plan} />
            </li>
          ))}
        </ul>
        {extra && <div className={styles.extra}>{extra}</div>}
      </div>
    </div>
  );
}

function House({ plan: { name, price, per, points, action, flag } }: { plan: PlanCard }) {
  return (
    <div className={styles.house}>
      <h3>{name}</h3>
      {flag && <p className={styles.flag}>{flag}</p>}
      <p className={styles.price}>{price}</p>
      <p className={styles.per}>{per}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon name="check" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <div className={styles.action}>{action}</div>
    </div>
  );
}

/** The curb and road below a row of houses; for the end of a section without lower padding. */
export function StreetLine() {
  return <div className={styles.street} />;
}
