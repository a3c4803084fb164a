import styles from "./collection-table.module.css";

/** One kind of record: what it holds, why, how long, and who sees it. */
export interface Collection {
  readonly name: string;
  /** Name of the stored collection, so that a person can ask for it exactly. */
  readonly record?: string;
  readonly holds: string;
  readonly why: string;
  readonly keeps: string;
  readonly seenBy: string;
}

const columns = [
  { key: "holds", label: "What it holds" },
  { key: "why", label: "Why" },
  { key: "keeps", label: "How long" },
  { key: "seenBy", label: "Who sees it" },
] as const;

interface CollectionTableProps {
  readonly caption: string;
  readonly rows: readonly Collection[];
}

/**
 * Records as a table. Each record is a row group under its own name; where the
 * column is narrow the cells stand below each other, each with its label.
 */
export function CollectionTable({ caption, rows }: CollectionTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.name}>
            <tr>
              <th colSpan={columns.length} scope="rowgroup">
                {row.name}
                {row.record && <span className={styles.record}>Record name: {row.record}</span>}
              </th>
            </tr>
            <tr>
              {columns.map(({ key, label }) => (
                <td key={key} data-label={label}>
                  {row[key]}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}
