import { amara, luz, maria, nadia } from "../../../../platform/site/pictures/people.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import { Phone } from "../components/phone.tsx";
import hub from "./hub.module.css";
import styles from "./screen.module.css";

const hubCaption =
  "App screen: The Hub lists four tasks for today, one of them done, and who does each. Below them is a locked vault.";

interface Task {
  readonly what: string;
  readonly when: string;
  readonly who: PictureFile;
  readonly done?: boolean;
}

const tasks: readonly Task[] = [
  { what: "Pick up medicine", when: "Luz, delivered 8:40", who: luz, done: true },
  { what: "Eye clinic", when: "2:00 today, ride booked", who: nadia },
  { what: "Cook dinner", when: "Amara, 4:30 today", who: amara },
  { what: "Call Mom and Dad", when: "Maria, 6:00 tonight", who: maria },
];

export function HubScreen() {
  return (
    <Phone label={hubCaption} time="9:12" ground="rose">
      <div className={styles.pad}>
        <div className={styles.title}>The Hub</div>
        <p className={styles.sub}>Tuesday, for Rosa and Walter</p>
        <div className={`${styles.card} ${styles.rows}`}>
          {tasks.map((task) => (
            <div key={task.what} className={`${styles.row} ${styles.ticked}`}>
              <span className={task.done ? `${hub.box} ${hub.on}` : hub.box}>
                {task.done && <Icon name="check" />}
              </span>
              <span>
                <b className={task.done ? hub.struck : undefined}>{task.what}</b>
                <small>{task.when}</small>
              </span>
              <Picture file={task.who} alt="" className={hub.face} />
            </div>
          ))}
        </div>
        <div className={hub.vault}>
          <VaultSign />
          <span>
            <b>Vault is locked</b>
            <br />
            12 papers, 9 passwords
          </span>
        </div>
      </div>
    </Phone>
  );
}

function VaultSign() {
  return (
    <svg className={hub.sign} viewBox="0 0 48 48" aria-hidden="true">
      <rect className={hub.door} width="48" height="48" rx="10" />
      <circle className={hub.ring} cx="24" cy="24" r="16" />
      <circle className={hub.dial} cx="24" cy="24" r="11" />
      <path className={hub.hand} d="M24 24l6-6" />
      <circle className={hub.hub} cx="24" cy="24" r="3" />
    </svg>
  );
}
