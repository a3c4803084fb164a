import { PhoneLinks } from "../../layout/phone-links.tsx";
import { car } from "../../pictures/small.ts";
import { Picture } from "../../ui/picture.tsx";
import { Section } from "../../ui/section.tsx";
import styles from "./support.module.css";

/** Support for providers: a direct line, answered in the US (SPEC 1). */
export function Support() {
  return (
    <Section
      field="marigold2"
      id="support"
      foot={<Picture file={car} alt="" className={styles.car} />}
    >
      <div className={styles.columns}>
        <div>
          <h2>Stuck at the curb? Call.</h2>
          <p className={`lead ${styles.lead}`}>
            US-based support. Providers have a direct support line, so you reach people who know the
            work.
          </p>
        </div>
        <PhoneLinks />
      </div>
    </Section>
  );
}
