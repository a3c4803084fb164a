import type { ImportResult } from "../../../contract/desk/newsletter.ts";
import { FieldFrame } from "../../ui/field.tsx";
import styles from "./import.module.css";

interface ColumnChoiceProps {
  readonly result: ImportResult;
  readonly onChoose: (column: number) => void;
}

/** Which column holds the addresses, with the first rows of the file; shown if there are several. */
export function ColumnChoice({ result: { columns, column }, onChoose }: ColumnChoiceProps) {
  if (columns.length < 2) return null;
  const rows = columns[0]?.examples.map((_cell, row) => row) ?? [];
  return (
    <div className={styles.columns}>
      <FieldFrame id="import-column" label="Column with the email addresses">
        <select
          id="import-column"
          value={column ?? ""}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {column === null && <option value="">Choose a column</option>}
          {columns.map(({ name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section className={styles.rows} aria-label="First rows of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
                <th key={index} scope="col" data-chosen={index === column || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map(({ examples }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                  <td key={index} data-chosen={index === column || undefined}>
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
