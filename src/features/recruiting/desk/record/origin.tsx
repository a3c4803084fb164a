import { formatLong } from "../../../../platform/desk/format/times.ts";
import type { ApplicationDetail } from "../../contract/applications.ts";
import { sourceName } from "../../contract/funnel.ts";
import {
  conversionEventNames,
  describeConversionReason,
  type ShownConversion,
} from "../../contract/origin.ts";
import { useApplications } from "../applications-context.ts";
import styles from "./answers.module.css";

const states: Readonly<Record<ShownConversion["state"], string>> = {
  waiting: "Not reported yet",
  sent: "Reported",
  failed: "Could not be reported",
  skipped: "Not reported",
};

export function Origin({ detail }: { detail: ApplicationDetail }) {
  const { now } = useApplications();
  const { source, firstTouch, lastTouch, conversions, isPrivate } = detail;
  return (
    <section className={styles.section}>
      <h3>Where they came from</h3>
      <dl className={styles.answers}>
        <div>
          <dt>Source</dt>
          <dd>{sourceName(source)}</dd>
        </div>
        <div>
          <dt>First visit</dt>
          <dd>
            {formatLong(firstTouch.at, now)}, {sourceName(firstTouch.source)}
          </dd>
        </div>
        <div>
          <dt>Last visit before sending</dt>
          <dd>
            {formatLong(lastTouch.at, now)}, {sourceName(lastTouch.source)}
          </dd>
        </div>
        {lastTouch.referrer && (
          <div>
            <dt>Linked from</dt>
            <dd>{lastTouch.referrer}</dd>
          </div>
        )}
        {isPrivate && (
          <div className={styles.long}>
            <dt>Ad companies</dt>
            <dd>
              Not reported: the applicant opted out, or the browser sends Global Privacy Control.
            </dd>
          </div>
        )}
        {conversions.map(({ id, source: company, event, state, reason }) => (
          <div key={id} className={styles.long}>
            <dt>
              {sourceName(company)}, {conversionEventNames[event]}
            </dt>
            <dd>
              {states[state]}
              {reason !== null && `: ${describeConversionReason(reason)}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
