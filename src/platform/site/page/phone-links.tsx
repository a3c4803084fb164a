import { brand } from "../../../brand.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./phone-links.module.css";

export function PhoneLinks() {
  const { e164, shown, hours } = brand.phone;
  return (
    <div>
      <p className={styles.links}>
        <a href={`tel:${e164}`}>
          <Icon name="phone" />
          <span>
            Call <b>{shown}</b>
          </span>
        </a>
        <a href={`sms:${e164}`}>
          <Icon name="message" />
          <span>
            Text <b>{shown}</b>
          </span>
        </a>
      </p>
      <p className="small">{hours}. TTY: 711.</p>
    </div>
  );
}
