import { paymentLinkPath } from "../../../contract/endpoints/payments.ts";
import styles from "./payment-needs.module.css";

/** Lists what the card payment provider still needs, with a link; nothing if it needs nothing. */
export function PaymentNeeds({ needs }: { needs: readonly string[] }) {
  if (needs.length === 0) return null;
  return (
    <div className={styles.needs}>
      <p>Our card payment provider still needs:</p>
      <ul>
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <a href={paymentLinkPath}>Give what is missing</a>
    </div>
  );
}
