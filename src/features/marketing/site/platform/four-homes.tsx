import { brand } from "../../../../brand.ts";
import {
  stepAsks,
  stepDelivers,
  stepKnows,
  stepPasses,
} from "../../../../platform/site/pictures/rooms.ts";
import { thread } from "../../../../platform/site/pictures/small.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { PictureFile } from "../../../../platform/site/ui/picture-file.ts";
import { Section } from "../../../../platform/site/ui/section.tsx";
import { type Surface, surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./four-homes.module.css";

interface Step {
  readonly surface: Surface;
  readonly picture: PictureFile;
  readonly alt: string;
  readonly title: string;
  readonly text: string;
}

const { main, caregiver, provider } = brand.apps;

const steps: readonly Step[] = [
  {
    surface: "marigold",
    picture: stepAsks,
    alt: "Rosa laughs and taps her phone.",
    title: "Rosa asks",
    text: `She taps the medicine list in ${main.name}.`,
  },
  {
    surface: "sage",
    picture: stepPasses,
    alt: "Amara holds up a written errand.",
    title: "Amara passes it on",
    text: `Her ${caregiver.name} app turns it into an errand.`,
  },
  {
    surface: "blue",
    picture: stepDelivers,
    alt: "Luz carries a paper bag to a blue front door.",
    title: "Luz delivers",
    text: `The ${provider.name} app shows her the way.`,
  },
  {
    surface: "rose",
    picture: stepKnows,
    alt: "Maria reads the news on her phone and smiles.",
    title: "Maria knows",
    text: "The Hub says: delivered, 8:40.",
  },
];

export function FourHomes() {
  return (
    <Section id="together">
      <div className={styles.head}>
        <h2>How the apps work together.</h2>
        <p className="lead">
          Follow one request from Rosa to her daughter Maria. A Tuesday in November, from “we are
          low on pills” to “got them.”
        </p>
      </div>
      <div className={styles.house}>
        <ol className={styles.steps}>
          {steps.map(({ surface, picture, alt, title, text }) => (
            <li key={title} className={`${styles.step} ${surfaceClass(surface)}`}>
              <div className={styles.picture}>
                <Picture fill file={picture} alt={alt} />
              </div>
              <div className={`${styles.caption} ${surfaceClass(surface)}`}>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Picture file={thread} alt="" className={styles.light} />
      </div>
    </Section>
  );
}
