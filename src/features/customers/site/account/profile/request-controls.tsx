import type { RefObject } from "react";
import { PortalIcon } from "../portal-icon.tsx";
import styles from "./request-controls.module.css";
import type { RequestFilter } from "./request-filter.ts";

interface RequestControlsProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  /** Filter from the URL when the page was opened. */
  readonly start: RequestFilter;
  readonly years: readonly string[];
  readonly onChange: (form: HTMLFormElement) => void;
}

/** Search and filters of the list, applied while typing. */
export function RequestControls({ ref, start, years, onChange }: RequestControlsProps) {
  return (
    <form
      ref={ref}
      className={styles.controls}
      aria-label="Your requests"
      onInput={(event) => onChange(event.currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.search}>
        <label htmlFor="request-search">
          <PortalIcon name="search" />
          Search
        </label>
        <input
          id="request-search"
          name="search"
          type="search"
          autoComplete="off"
          defaultValue={start.search}
        />
      </div>
      <div>
        <label htmlFor="request-status">Status</label>
        <select id="request-status" name="status" defaultValue={start.status}>
          <option value="">All</option>
          <option>Completed</option>
          <option>In Progress</option>
        </select>
      </div>
      <div>
        <label htmlFor="request-year">Year</label>
        <select id="request-year" name="year" defaultValue={start.year}>
          <option value="">All</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </div>
    </form>
  );
}
