import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { car } from "../../../../platform/site/pictures/small.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Section } from "../../../../platform/site/ui/section.tsx";
import styles from "./support.module.css";

export function Support() {
  return (
    <div className={styles.section}>
      <Section
        surface="marigold"
        id="support"
        foot={
          <div className={styles.road}>
            <Picture file={car} alt="" className={styles.car} />
          </div>
        }
      >
        <div className={styles.words}>
          <h2>Support: a direct line to people in the US.</h2>
          <p className="lead">
            Stuck at the curb? US-based support answers the direct support line for providers. Call
            or text, and say where you are.
          </p>
          <PhoneLinks />
        </div>
      </Section>
    </div>
  );
}
