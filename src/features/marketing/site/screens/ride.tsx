import { nadia } from "../../../../platform/site/pictures/people.ts";
import { map } from "../../../../platform/site/pictures/small.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Phone } from "../components/phone.tsx";
import ride from "./ride.module.css";
import styles from "./screen.module.css";
import { Key } from "./screen-elements.tsx";

const rideCaption =
  "App screen: Nadia is six minutes away with a blue sedan. She is rated 4.9 and has passed her checks.";

export function RideScreen() {
  return (
    <Phone label={rideCaption} time="1:54">
      <div className={`${styles.pad} ${ride.head}`}>
        <div className={styles.title}>Nadia is 6 minutes away</div>
      </div>
      <Picture file={map} alt="" band />
      <div className={`${styles.pad} ${ride.foot}`}>
        <div className={ride.driver}>
          <Picture file={nadia} alt="" className={ride.face} />
          <div>
            <b>Nadia K.</b>
            <div>
              Blue sedan, plate <span className={`${ride.plate} exact`}>7KD 214</span>
            </div>
          </div>
        </div>
        <div className={ride.pills}>
          <span className={`${styles.pill} ${styles.amber}`}>
            <Icon name="star" filled />
            4.9, 318 rides
          </span>
          <span className={styles.pill}>
            <Icon name="check" />
            Checked
          </span>
        </div>
        <ul className={ride.stops}>
          <li>
            <span>14 Maple Street</span>
            <b>2:00</b>
          </li>
          <li>
            <span>Dr. Lee, eye clinic</span>
            <b>2:20</b>
          </li>
        </ul>
        <div className={styles.keys}>
          <Key>
            <Icon name="phone" />
            Call
          </Key>
          <Key>
            <Icon name="message" />
            Text
          </Key>
        </div>
      </div>
    </Phone>
  );
}
