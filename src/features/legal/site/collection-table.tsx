import styles from "./collection-table.module.css";

/** One kind of record: its contents, purpose, retention and who sees it. */
export interface Collection {
  readonly name: string;
  /** Name of the stored collection, for staff and for tests; not shown. */
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
 * Records as a table: one row each, its name above its cells. Every cell shows its label, because
 * the header of a table this long is out of view while reading.
 */
export function CollectionTable({ caption, rows }: CollectionTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead className="sr">
        <tr>
          <th scope="col">Record</th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {columns.map(({ key, label }) => (
              <td key={key} data-label={label}>
                {row[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
