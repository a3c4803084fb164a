import { useState } from "react";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { formatDate } from "../../../../platform/contract/facts.ts";
import { failureMessage } from "../../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../../platform/desk/data/use-data.ts";
import { ExportButtons } from "../../../../platform/desk/record/export-buttons.tsx";
import { Disclosure } from "../../../../platform/desk/ui/disclosure.tsx";
import { FieldFrame } from "../../../../platform/desk/ui/field.tsx";
import { FormAlert } from "../../../../platform/desk/ui/form-controls.tsx";
import { applicationsTopic } from "../../contract/applications.ts";
import {
  type FunnelResponse,
  type FunnelSource,
  funnelEndpoints,
  funnelPeriods,
  sourceName,
} from "../../contract/funnel.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import styles from "./funnel.module.css";
import { findScale, HiredChart } from "./hired-chart.tsx";

/** Columns of the chart; the table has every source. */
const maxColumns = 5;
const daysId = "funnel-days";

const steps = {
  visits: "Visits",
  started: "Started",
  sent: "Sent",
  qualified: "Qualified",
  hired: "Hired",
} as const satisfies Partial<Record<keyof FunnelSource, string>>;

export function FunnelSection({ track }: { track: Track | undefined }) {
  const [days, setDays] = useState<FunnelResponse["days"]>(90);
  const query = new URLSearchParams({ days: String(days), ...(track && { track }) });
  const { data, error } = useData(withQuery(funnelEndpoints.read, query), {
    topic: applicationsTopic,
  });
  return (
    <section className={styles.section} aria-labelledby="funnel">
      <div className={styles.head}>
        <h2 id="funnel">From application to hire</h2>
        <FieldFrame id={daysId} label="Time">
          <select
            id={daysId}
            value={days}
            onChange={({ target }) => {
              const chosen = funnelPeriods.find((one) => String(one) === target.value);
              if (chosen) setDays(chosen);
            }}
          >
            {funnelPeriods.map((one) => (
              <option key={one} value={one}>
                Last {one} days
              </option>
            ))}
          </select>
        </FieldFrame>
      </div>
      <FormAlert message={error && failureMessage(error)} />
      {!data && !error && <p>Counting…</p>}
      {data && <Funnel funnel={data} query={query} />}
    </section>
  );
}

function Funnel({ funnel, query }: { funnel: FunnelResponse; query: URLSearchParams }) {
  const { days, from, to, sources } = funnel;
  const all = sum(sources);
  const shown = sources.filter(({ sent }) => sent > 0).slice(0, maxColumns);
  return (
    <>
      <p>
        <b className={styles.number}>{all.hired.toLocaleString("en-US")}</b> hired of{" "}
        {all.sent.toLocaleString("en-US")}, in {days} days. {shown.length > 0 && explain(shown)}
      </p>
      {shown.length > 0 && <HiredChart sources={shown} days={days} />}
      <Disclosure
        className={styles.fold}
        label={
          <>
            Show as table<span className="sr">: from application to hire</span>
          </>
        }
      >
        <div className={styles.wide}>
          <table className={styles.table}>
            <caption className="sr">
              From visit to hire by source, {formatDate(from)} to {formatDate(to)}
            </caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                {Object.values(steps).map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...sources, all].map((line) => (
                <tr key={line.source} className={line === all ? styles.total : undefined}>
                  <th scope="row">{line === all ? "All" : sourceName(line.source)}</th>
                  {(Object.keys(steps) as (keyof typeof steps)[]).map((step) => (
                    <td key={step}>
                      <span className={styles.name} aria-hidden="true">
                        {steps[step]}
                      </span>
                      {line[step].toLocaleString("en-US")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className={styles.export}>
          <ExportButtons endpoint={funnelEndpoints.export} query={query} fileName="funnel" />
        </div>
      </Disclosure>
    </>
  );
}

function explain(sources: readonly FunnelSource[]): string {
  const each = findScale(sources);
  const one =
    each === 1 ? "Each square is one application." : `Each square is ${each} applications.`;
  return `${one} Light squares are people hired.`;
}

function sum(sources: readonly FunnelSource[]): FunnelSource {
  const total = { source: "*", visits: 0, started: 0, sent: 0, qualified: 0, hired: 0 };
  for (const line of sources) {
    for (const step of Object.keys(steps) as (keyof typeof steps)[]) total[step] += line[step];
  }
  return total;
}
