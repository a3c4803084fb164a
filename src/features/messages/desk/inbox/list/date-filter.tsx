import { FieldFrame } from "../../../../../platform/desk/ui/field.tsx";
import type { CaseFilter } from "../../../contract/inbox.ts";
import styles from "./date-filter.module.css";

interface DateFilterProps {
  readonly filter: CaseFilter;
  readonly onFilter: (filter: CaseFilter) => void;
}

/** First and last day of the newest message, in the company's time zone. */
export function DateFilter({ filter, onFilter }: DateFilterProps) {
  return (
    <fieldset className={styles.dates}>
      <legend>Date</legend>
      {(["from", "to"] as const).map((name) => (
        <FieldFrame key={name} id={`inbox-${name}`} label={name === "from" ? "From" : "To"}>
          <input
            id={`inbox-${name}`}
            type="date"
            // Uncontrolled: a browser shows a date only once it is complete.
            key={filter[name]}
            defaultValue={filter[name]}
            min={name === "to" ? filter.from : undefined}
            max={name === "from" ? filter.to : undefined}
            onBlur={({ target }) => {
              if ((filter[name] ?? "") === target.value) return;
              onFilter({ ...filter, [name]: target.value || undefined });
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
            }}
          />
        </FieldFrame>
      ))}
    </fieldset>
  );
}
