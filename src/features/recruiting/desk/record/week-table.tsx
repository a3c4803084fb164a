import { DeskIcon } from "../../../../platform/desk/ui/desk-icon.tsx";
import type { ShownAnswer } from "../../contract/applications.ts";
import styles from "./week-table.module.css";

/** Letters of a day's short names: for wide and for narrow tables. */
const mediumLength = 3;

/** When the applicant could work: a table with a mark for each time. */
export function WeekTable({ answer, name }: { answer: ShownAnswer; name: string }) {
  const { label, grid } = answer;
  if (!grid) return null;
  const { rows: days, columns: parts } = grid;
  const chosen = new Set(grid.chosen);
  return (
    <>
      <p className={styles.label}>{label}</p>
      <table className={styles.week}>
        <caption className="sr">When {name} could work</caption>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden="true">
                  {day.slice(0, 1)}
                  <span className={styles.rest}>{day.slice(1, mediumLength)}</span>
                </span>
                <span className="sr">{day}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{part.charAt(0).toUpperCase() + part.slice(1)}</th>
              {days.map((day) => {
                const isOn = chosen.has(`${day} ${part}`);
                return (
                  <td key={day}>
                    <span className={isOn ? `${styles.slot} ${styles.on}` : styles.slot}>
                      {isOn && <DeskIcon name="check" />}
                      <span className="sr">{isOn ? "Yes" : "No"}</span>
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
