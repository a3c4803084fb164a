import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { ButtonRow, buttonClass } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import styles from "./help.module.css";

/** The phone number as large as a button, and the way to write. */
export function CallButtons({ callFirst }: { callFirst?: boolean }) {
  const { e164, shown } = brand.phone;
  return (
    <ButtonRow>
      <a
        href={`tel:${e164}`}
        className={`${buttonClass(callFirst ? "solid" : "ghost")} ${styles.phone}`}
      >
        <Icon name="phone" />
        <span className={styles.number}>{shown}</span>
      </a>
      <AppLink to={paths.contact} className={buttonClass("ghost")}>
        Write to us
      </AppLink>
    </ButtonRow>
  );
}

/** Under lists and results: a person is there. */
export function CallBox({ heading }: { heading: string }) {
  return (
    <section className={styles.call} aria-labelledby="call-us">
      <div>
        <h2 id="call-us">{heading}</h2>
        <p>{brand.phone.hours}. A person answers. TTY: 711.</p>
      </div>
      <CallButtons callFirst />
    </section>
  );
}
