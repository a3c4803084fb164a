import { brand } from "../../../../brand.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Section } from "../../../../platform/site/ui/section.tsx";
import { type Surface, surfaceClass } from "../../../../platform/site/ui/surface.ts";
import styles from "./compare.module.css";

const { main, caregiver, provider } = brand.apps;

const apps: readonly { readonly name: string; readonly surface: Surface }[] = [
  { name: main.name, surface: "marigold" },
  { name: caregiver.name, surface: "sage" },
  { name: provider.name, surface: "blue" },
];

/** Each task, and which of `apps` does it. */
const tasks: readonly (readonly [string, ...boolean[]])[] = [
  ["Ask for help", true, true, false],
  ["Choose paid work", false, true, true],
  ["Family Hub and vault", true, true, false],
  ["Session reports", false, true, false],
  ["Messages with each other", true, true, true],
  ["Rides, tasks and deliveries as jobs", false, false, true],
  ["Brain games and community", true, false, false],
];

/** Which app does what: a table; on a phone each row is a block. */
export function Compare() {
  return (
    <Section surface="paper2" id="compare">
      <h2>Which app does what?</h2>
      <div className={styles.frame}>
        <table className={styles.table}>
          <caption className="sr">What each of the three apps does</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Task</span>
              </th>
              {apps.map(({ name, surface }) => (
                <th key={name} scope="col">
                  <span className={`${styles.swatch} ${surfaceClass(surface)}`} />
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tasks.map(([task, ...does]) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                {apps.map(({ name }, index) => (
                  <td key={name}>
                    <Mark yes={does[index] === true} />
                    <span className={styles.app} aria-hidden="true">
                      {name}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Mark({ yes }: { yes: boolean }) {
  return (
    <span className={yes ? `${styles.mark} ${styles.yes}` : styles.mark}>
      <Icon name={yes ? "check" : "dash"} />
      <span className="sr">{yes ? "Yes" : "No"}</span>
    </span>
  );
}
