import { FieldError } from "../ui/field.tsx";
import { CheckBox } from "./check-box.tsx";
import styles from "./check-choice.module.css";

interface CheckChoiceProps<Name extends string> {
  readonly id: string;
  readonly group: string;
  readonly legend: string;
  readonly labels: Readonly<Record<Name, string>>;
  readonly checked: readonly Name[];
  readonly error: string | undefined;
}

function fieldOf(group: string, name: string): string {
  return `${group}-${name}`;
}

export function readChoice<Name extends string>(
  group: string,
  names: readonly Name[],
  values: Readonly<Record<string, string>>,
): Name[] {
  return names.filter((name) => values[fieldOf(group, name)] !== undefined);
}

/** Check boxes of which at least one has to be checked. Uncontrolled. */
export function CheckChoice<Name extends string>(props: CheckChoiceProps<Name>) {
  const { id, group, legend, labels, checked, error } = props;
  const names = Object.keys(labels) as Name[];
  const errorId = `${id}-${group}-error`;
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {names.map((name, index) => (
          <CheckBox
            key={name}
            name={fieldOf(group, name)}
            label={labels[name]}
            defaultChecked={checked.includes(name)}
            // The first box takes the focus.
            {...(error && index === 0 && { "aria-invalid": true, "aria-describedby": errorId })}
          />
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
