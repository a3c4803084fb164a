import type { StepForm } from "../../../../../platform/contract/form-engine/define-steps.ts";
import {
  checkStep,
  countSteps,
} from "../../../../../platform/contract/form-engine/define-steps.ts";
import {
  progress1,
  progress2,
  progress3,
  progress4,
} from "../../../../../platform/site/pictures/progress.ts";
import { Icon } from "../../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../../platform/site/ui/picture.tsx";
import { type Surface, surfaceClass } from "../../../../../platform/site/ui/surface.ts";
import styles from "./step-head.module.css";

const houses = [progress1, progress2, progress3, progress4];

interface StepHeadProps {
  readonly form: StepForm;
  readonly step: string;
  readonly done: readonly string[];
  readonly heading: string;
  readonly intro: string;
  readonly surface: Surface;
}

export function StepHead({ form, step, done, heading, intro, surface }: StepHeadProps) {
  const { number, of } = countSteps(form, step);
  // The last picture is for the last step, however many steps there are.
  const house = houses[Math.ceil((number * houses.length) / of) - 1] ?? progress4;
  return (
    <section className={`${styles.head} ${surfaceClass(surface)}`}>
      <div className={`${styles.inner} wrap`}>
        <Picture file={house} alt="" eager className={styles.house} />
        <div>
          <p className={styles.count}>
            Step {number} of {of}
          </p>
          <h1>{heading}</h1>
          <p className="lead">{intro}</p>
          <ol className={styles.steps}>
            {[...form.steps, checkStep].map(({ id, heading: name }, index) => (
              <li key={id} aria-current={id === step ? "step" : undefined}>
                {done.includes(id) && id !== step && (
                  <>
                    <Icon name="check" />
                    <span className="sr">Done: </span>
                  </>
                )}
                {index + 1}. {name}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
