import { useState } from "react";
import { useNavigate } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskDownload } from "../../../platform/desk/data/desk-download.ts";
import { failureMessage } from "../../../platform/desk/data/desk-request.ts";
import {
  formatDayOfYear,
  formatDayShort,
  formatMonth,
} from "../../../platform/desk/format/days.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { countUnits, findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Disclosure } from "../../../platform/desk/ui/disclosure.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../platform/desk/ui/form-controls.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import {
  type Growth,
  type GrowthPoint,
  growthRanges,
  newsletterEndpoints,
} from "../contract/newsletter-desk.ts";
import styles from "./growth.module.css";
import { newsletterPath } from "./newsletter-query.ts";
import { countSubscribers } from "./subscriber-text.ts";

const maxUnits = 66;
const defaultRange = 365;

interface GrowthPanelProps {
  readonly growth: Growth;
  readonly query: URLSearchParams;
}

/** How the number of subscribers changed. */
export function GrowthPanel({ growth: { points }, query }: GrowthPanelProps) {
  const navigate = useNavigate();
  const days = query.get("days") ?? String(defaultRange);
  const [failure, setFailure] = useState<string>();
  const unit = findUnitScale(
    Math.max(1, ...points.map(({ subscribers }) => subscribers)),
    maxUnits,
  );
  const name = days === String(defaultRange) ? nameMonth : nameDay;
  const last = points.at(-1);
  const before = points.at(-2);

  async function download() {
    const endpoint = withQuery(newsletterEndpoints.growthExport, new URLSearchParams({ days }));
    const error = await deskDownload(endpoint, "newsletter-growth.csv");
    setFailure(error && failureMessage(error));
  }

  return (
    <section aria-labelledby="growth" className={styles.panel}>
      <div className={styles.head}>
        <div>
          <h2 id="growth">Subscribers</h2>
          {last && (
            <p>
              <b className={styles.sum}>{last.subscribers.toLocaleString("en-US")}</b>{" "}
              {before &&
                `${describeChange(last.subscribers - before.subscribers)} since ${name(before)}. `}
              Each square is {countSubscribers(unit)}.
            </p>
          )}
        </div>
        <FieldFrame id="growth-days" label="Range">
          <select
            id="growth-days"
            value={days}
            onChange={({ target }) =>
              void navigate(newsletterPath(query, { days: target.value }), { replace: true })
            }
          >
            {growthRanges.map((range) => (
              <option key={range} value={range}>
                Last {range} days
              </option>
            ))}
          </select>
        </FieldFrame>
      </div>
      <UnitChart
        label={`Subscribers: ${points.map((point) => `${name(point)} ${point.subscribers}`).join(", ")}.`}
        columns={points.map((point, index) => ({
          key: point.to,
          column: (
            <span className={styles.column}>
              <UnitColumn
                units={countUnits(point.subscribers, unit)}
                perRow={3}
                color={point === last ? "clay" : "blue"}
              />
            </span>
          ),
          caption: (
            <span className={(points.length - index) % 2 === 0 ? styles.second : undefined}>
              <b>{point.subscribers.toLocaleString("en-US")}</b>
              {name(point)}
            </span>
          ),
        }))}
        isDense
        className={styles.chart}
      />
      <Disclosure label="Show as table" className={styles.fold}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Until the end of</th>
              <th scope="col">Subscribers</th>
              <th scope="col">New</th>
              <th scope="col">Left</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ to, subscribers, joined, left }) => (
              <tr key={to}>
                <th scope="row">{formatDayOfYear(to)}</th>
                <td>{subscribers.toLocaleString("en-US")}</td>
                <td>{joined.toLocaleString("en-US")}</td>
                <td>{left.toLocaleString("en-US")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <FormAlert message={failure} />
        <Button look="ghost" isSmall onClick={() => void download()}>
          <Icon name="download" />
          CSV<span className="sr"> of this table</span>
        </Button>
      </Disclosure>
    </section>
  );
}

function describeChange(change: number): string {
  if (change === 0) return "as many as";
  return `${change > 0 ? "up" : "down"} ${Math.abs(change).toLocaleString("en-US")}`;
}

function nameMonth({ to }: GrowthPoint): string {
  return formatMonth(to);
}

function nameDay({ to }: GrowthPoint): string {
  return formatDayShort(to);
}
