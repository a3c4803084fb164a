import { brand } from "../../../../brand.ts";
import { windowLuz, windowMarcus, windowNadia } from "../../../../platform/site/pictures/rooms.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import styles from "./testimonials.module.css";

const windows = [windowNadia, windowMarcus, windowLuz] as const;

export function Testimonials() {
  return (
    <div className={styles.wall}>
      <div className={styles.head}>
        <h2>What providers say.</h2>
      </div>
      {brand.testimonials.map(({ quote, who }, index) => (
        <figure key={who} className={styles.neighbor}>
          <Picture file={windows[index % windows.length] ?? windowNadia} alt="" />
          <div>
            <blockquote>
              <p className={styles.quote}>{`“${quote}”`}</p>
            </blockquote>
            <figcaption>{who}</figcaption>
          </div>
        </figure>
      ))}
    </div>
  );
}
