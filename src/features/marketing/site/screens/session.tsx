import { Phone } from "../components/phone.tsx";
import styles from "./screen.module.css";
import { Key, Row } from "./screen-elements.tsx";
import session from "./session.module.css";

const sessionCaption =
  "App screen: an AI-generated draft of a session report about Rosa waits for the caregiver to check and sign it.";

export function SessionScreen() {
  return (
    <Phone label={sessionCaption} time="5:31" ground="sage">
      <div className={styles.pad}>
        <div className={styles.title}>Session report</div>
        <p className={styles.sub}>Rosa D., today, 3:30 to 5:30</p>
        <div className={styles.card}>
          <span className={`${styles.pill} ${styles.amber}`}>Draft, please check</span>
          <p className={session.words}>
            Rosa cooked bean soup and ate a full bowl. Mood was bright. She walked to the garden and
            back without a rest.
          </p>
        </div>
        <div className={`${styles.card} ${styles.rows} ${session.log}`}>
          <Row what="Medicine taken" figure="4:00" />
          <Row what="Water" figure="3 cups" />
        </div>
        <div className={styles.keys}>
          <Key>Edit</Key>
          <Key dark>Sign</Key>
        </div>
      </div>
    </Phone>
  );
}
