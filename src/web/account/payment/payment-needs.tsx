import { paymentLinkPath } from "../../../contract/endpoints/payments.ts";
import styles from "./payment-needs.module.css";

const numbers = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

/** "One thing is still missing:", "Three things are still missing:". */
function countMissing(count: number): string {
  if (count === 1) return "One thing is still missing:";
  return `${numbers[count - 2] ?? count} things are still missing:`;
}

/** Lists what the card payment provider still needs, with a link; nothing if it needs nothing. */
export function PaymentNeeds({ needs }: { needs: readonly string[] }) {
  if (needs.length === 0) return null;
  return (
    <div className={styles.needs}>
      <p>{countMissing(needs.length)}</p>
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
