import { brand } from "../../../../brand.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import styles from "./no-smartphone.module.css";

/** Two ways to ask for help without an app, on one line below the store badges. */
export function NoSmartphone() {
  const { e164, shown } = brand.phone;
  return (
    <p className={styles.line}>
      <b>No smartphone?</b>
      <a href={`tel:${e164}`}>
        <Icon name="phone" />
        <span>
          Call <b>{shown}</b>
        </span>
      </a>
      <a href={`sms:${e164}`}>
        <Icon name="message" />
        Text us
      </a>
    </p>
  );
}
