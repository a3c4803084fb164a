import { type MouseEvent, useState } from "react";
import type { StepField } from "../../../../platform/contract/form-engine/define-form.ts";
import { controlId } from "../../../../platform/site/forms/fields/field.tsx";
import { roof } from "../../../../platform/site/pictures/roof.ts";
import { Button } from "../../../../platform/site/ui/button.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import { ChoiceGroup, optionId } from "./choice-field.tsx";
import styles from "./week-field.module.css";

interface WeekFieldProps {
  readonly field: StepField;
  readonly idPrefix: string;
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Short names for narrow windows; screen readers get the full option. */
const shortParts: Readonly<Record<string, string>> = {
  morning: "AM",
  afternoon: "PM",
  evening: "Eve",
  night: "Night",
};

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Table of checkboxes in the shape of a house: a row per day, a column per part of the day. */
export function WeekField({ field, idPrefix, chosen, error }: WeekFieldProps) {
  const { name, grid, options = [] } = field;
  if (!grid) return null;
  const id = controlId(idPrefix, name);
  return (
    <ChoiceGroup field={field} idPrefix={idPrefix} error={error}>
      <WeekButtons grid={grid} name={name} />
      <div className={styles.house}>
        <div className={styles.roof}>
          <Picture file={roof} alt="" />
        </div>
        <table className={styles.week}>
          <caption className="sr">Days and parts of the day when you can work</caption>
          <thead>
            <tr>
              <td>
                <span className="sr">Day</span>
              </td>
              {grid.columns.map((column) => (
                <th key={column.name} scope="col">
                  <span className={styles.long}>{capitalize(column.name)}</span>
                  <span className={styles.short} aria-hidden="true">
                    {shortParts[column.name]}
                  </span>
                  <small>{column.hours}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  <span className={styles.long}>{row}</span>
                  <span className={styles.short} aria-hidden="true">
                    {row.slice(0, 3)}
                  </span>
                </th>
                {grid.columns.map((column) => {
                  const option = `${row} ${column.name}`;
                  const cell = optionId(id, options.indexOf(option));
                  return (
                    <td key={column.name}>
                      <label htmlFor={cell}>
                        <input
                          id={cell}
                          type="checkbox"
                          name={name}
                          value={option}
                          defaultChecked={chosen.includes(option)}
                        />
                        <span className={`sr ${styles.option}`}>{option}</span>
                      </label>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChoiceGroup>
  );
}

const workDays = 5;
const dayParts = ["morning", "afternoon"];

/** Buttons that tick many times at once; the boxes work without them and without scripts. */
function WeekButtons({ grid, name }: { grid: NonNullable<StepField["grid"]>; name: string }) {
  const [status, setStatus] = useState("");
  const times = (days: readonly string[]) =>
    days.flatMap((day) => dayParts.map((part) => `${day} ${part}`));

  function tick(event: MouseEvent<HTMLElement>, options: readonly string[] | undefined) {
    const group = event.currentTarget.closest("fieldset");
    const boxes = group?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [];
    for (const box of boxes) {
      if (!options) box.checked = false;
      else if (options.includes(box.value)) box.checked = true;
    }
    // The form checks and saves answers on input events.
    boxes[0]?.dispatchEvent(new Event("input", { bubbles: true }));
    const count = [...boxes].filter(({ checked }) => checked).length;
    setStatus(count === 1 ? "1 time is chosen." : `${count} times are chosen.`);
  }

  return (
    <div className={styles.many}>
      <Button look="ghost" onClick={(event) => tick(event, times(grid.rows.slice(0, workDays)))}>
        All weekdays, 8 to 5
      </Button>
      <Button look="ghost" onClick={(event) => tick(event, times(grid.rows.slice(workDays)))}>
        Weekends, 8 to 5
      </Button>
      <Button look="ghost" onClick={(event) => tick(event, undefined)}>
        Clear all
      </Button>
      <p role="status">{status}</p>
    </div>
  );
}
