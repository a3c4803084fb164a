import { paymentLinkPath } from "../contract/payments.ts";
import styles from "./payment-needs.module.css";

/** "1 thing is still missing", "3 things are still missing". */
export function countMissing(count: number): string {
  return count === 1 ? "1 thing is still missing" : `${count} things are still missing`;
}

interface PaymentNeedsProps {
  readonly needs: readonly string[];
  readonly isCounted?: boolean;
}

/** Lists what the card payment provider still needs, with a link; nothing if it needs nothing. */
export function PaymentNeeds({ needs, isCounted = false }: PaymentNeedsProps) {
  if (needs.length === 0) return null;
  return (
    <div className={styles.needs}>
      {!isCounted && <p>{countMissing(needs.length)}:</p>}
      <ul>
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <p>Our card payment provider needs {needs.length === 1 ? "it" : "them"} for your payments.</p>
      <a href={paymentLinkPath}>Add what is missing</a>
    </div>
  );
}
