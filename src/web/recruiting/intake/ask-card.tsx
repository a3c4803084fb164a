import { paths } from "../../../contract/paths.ts";
import { AppLink } from "../../app-link.tsx";
import { PhoneLinks } from "../../layout/phone-links.tsx";
import { kitchen } from "../../pictures/rooms.ts";
import { buttonClass } from "../../ui/button.tsx";
import { type Field, fieldClass } from "../../ui/field.ts";
import { Picture } from "../../ui/picture.tsx";
import styles from "./ask-card.module.css";

/** A way to reach a person beside the questions. */
export function AskCard({ field }: { field: Field }) {
  return (
    <aside className={`${styles.card} ${fieldClass(field)}`}>
      <div className={styles.picture}>
        <Picture file={kitchen} alt="" fill />
      </div>
      <div className={styles.words}>
        <h2>Stuck on a question?</h2>
        <p>Call, text or write to us. A person answers, and your place is kept.</p>
        <PhoneLinks />
        <AppLink to={paths.contact} className={buttonClass("ghost")}>
          Get in touch
        </AppLink>
      </div>
    </aside>
  );
}
