import { type DisplayGroup, displayPreferencesPath } from "../../contract/display-preferences.ts";
import { isChosen } from "../page/display-preferences.ts";
import styles from "./display-settings.module.css";

interface Group {
  readonly name: DisplayGroup;
  readonly legend: string;
  /** Label of each choice and the class it sets; the first is the default. */
  readonly choices: readonly (readonly [label: string, choice: string])[];
}

const groups: readonly Group[] = [
  {
    name: "size",
    legend: "Text size",
    choices: [
      ["100%", ""],
      ["125%", "t125"],
      ["150%", "t150"],
      ["175%", "t175"],
    ],
  },
  {
    name: "contrast",
    legend: "Contrast",
    choices: [
      ["Normal", ""],
      ["More", "more"],
    ],
  },
  {
    name: "motion",
    legend: "Motion",
    choices: [
      ["Same as my device", ""],
      ["Off", "still"],
    ],
  },
];

/**
 * Text size, contrast and motion. A choice applies at once: with scripts in place
 * (display-preferences.ts), without them by a POST that redirects back. The page server marks the
 * current choices as pressed.
 */
export function DisplaySettings() {
  return (
    <form className={styles.settings} method="post" action={displayPreferencesPath}>
      <div className={styles.groups}>
        {groups.map(({ name, legend, choices }) => (
          <fieldset key={name}>
            <legend>{legend}</legend>
            <div className={styles.choices}>
              {choices.map(([label, choice]) => (
                <button
                  key={choice}
                  type="submit"
                  data-reading={`${legend}: ${label}`}
                  value={choice}
                  aria-pressed={
                    typeof document === "undefined" ? choice === "" : isChosen(name, choice)
                  }
                  name={name}
                >
                  {label}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </form>
  );
}
