import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import type { ImportResult } from "../../contract/newsletter-desk.ts";
import styles from "./import.module.css";

interface ColumnChoiceProps {
  readonly result: ImportResult;
  readonly onChoose: (column: number) => void;
}

/** A region that scrolls must be reachable by keyboard, which the rule on roles does not know. */
const reachable = { tabIndex: 0 } as const;

/** Which column holds the addresses, with the first rows of the file; shown if there are several. */
export function ColumnChoice({ result, onChoose }: ColumnChoiceProps) {
  const { column: chosen } = result;
  if (result.columns.length < 2) return null;
  const columns = result.columns.map((column, index) => ({ ...column, index }));
  const rows = columns[0]?.examples.map((_cell, row) => row) ?? [];
  return (
    <div className={styles.columns}>
      <FieldFrame id="import-column" label="Column with the email addresses">
        <select
          id="import-column"
          value={chosen ?? ""}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {chosen === null && <option value="">Choose a column</option>}
          {columns.map(({ name, index }) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <section className={styles.rows} aria-label="First rows of the file" {...reachable}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, index }) => (
                <th key={index} scope="col" data-chosen={index === chosen || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map(({ examples, index }) => (
                  <td key={index} data-chosen={index === chosen || undefined}>
                    {examples[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
