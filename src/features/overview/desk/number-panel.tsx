import { type ReactNode, useId } from "react";
import { DeskIcon } from "../../../platform/desk/ui/desk-icon.tsx";
import { Panel } from "../../../platform/desk/ui/panel.tsx";
import styles from "./number-panel.module.css";

interface NumberPanelProps {
  readonly heading: string;
  /** "" without one. */
  readonly number: string;
  /** What the number counts; follows it in the same line. */
  readonly text: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function NumberPanel({ heading, number, text, children, className }: NumberPanelProps) {
  const id = useId();
  return (
    <Panel labelledBy={id} className={[styles.panel, className].filter(Boolean).join(" ")}>
      <h2 id={id}>{heading}</h2>
      <p>
        {number !== "" && <b className={styles.number}>{number}</b>} {text}
      </p>
      {children}
    </Panel>
  );
}

interface NumberTableProps {
  /** What the table holds: "messages each day". */
  readonly name: string;
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly children?: ReactNode;
}

/** The numbers of a picture; opens by "Show as table". */
export function NumberTable({ name, columns, rows, children }: NumberTableProps) {
  return (
    <details className={styles.details}>
      <summary>
        Show as table<span className="sr">: {name}</span>
        <DeskIcon name="down" />
      </summary>
      <table className={styles.table}>
        <caption className="sr">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} data-label={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </details>
  );
}
