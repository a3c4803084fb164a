import { car } from "../../../../platform/site/pictures/small.ts";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { Section } from "../../../../platform/site/ui/section.tsx";
import styles from "./platform-design.module.css";

export function PlatformDesign() {
  return (
    <Section surface="paper2" id="design">
      <div className={styles.head}>
        <h2>Platform design: easy to read, simple to use.</h2>
        <p className="lead">
          Big buttons, plain words and one thing at a time. If you would rather not use a screen
          today, call us. The help is the same.
        </p>
      </div>
      <div className={styles.demos}>
        <LetterSpecimen />
        <TextSizes />
      </div>
    </Section>
  );
}

function LetterSpecimen() {
  return (
    <div className={`${styles.specimen} on-dark`}>
      <div className={styles.glyphs} aria-hidden="true">
        <span>0O</span> <span>Il1</span>
      </div>
      <div>
        <h3>Zero or O? One or L? You can tell.</h3>
        <p>
          Our letters were drawn for the Braille Institute, for people with low vision. In codes the
          zero has a slash. Capital I has feet. The lowercase L has a tail.
        </p>
      </div>
    </div>
  );
}

const sizes = ["Standard", "Large", "Largest"] as const;

/** Native radio buttons; CSS alone changes the sample. */
function TextSizes() {
  return (
    <div className={styles.sizer}>
      <fieldset>
        <legend>Try a text size</legend>
        <div className={styles.choices}>
          {sizes.map((size) => (
            <label key={size} data-size={size}>
              <input type="radio" name="text-size" value={size} defaultChecked={size === "Large"} />
              <span aria-hidden="true">A</span>
              <span className="sr">{size}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.sample}>
        <p>
          <b>Your ride is here.</b> Nadia is outside in a blue car.
        </p>
        <Picture file={car} alt="" />
      </div>
    </div>
  );
}
