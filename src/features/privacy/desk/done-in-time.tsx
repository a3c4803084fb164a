import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { UnitChart } from "../../../platform/desk/format/unit-chart.tsx";
import { UnitColumn } from "../../../platform/desk/format/unit-column.tsx";
import { findUnitScale } from "../../../platform/desk/format/unit-scale.ts";
import { LinkButton } from "../../../platform/desk/ui/form-controls.tsx";
import { maxDoneCount } from "../contract/cases.ts";
import type { PrivacyPage } from "../contract/endpoints.ts";
import styles from "./request-list.module.css";

interface DoneInTimeProps {
  readonly done: PrivacyPage["done"];
  readonly onShow: () => void;
}

const maxUnits = 45;
const perRow = 9;

export function DoneInTime({ done, onShow }: DoneInTimeProps) {
  const { count, inTime, medianDays } = done;
  const scale = findUnitScale(count, maxUnits);
  const units = Math.ceil(count / scale);
  const shown = formatCount(count, count < maxDoneCount);
  return (
    <div className={styles.done}>
      <h2>Done in time</h2>
      {count === 0 ? (
        <p>Nothing was done this year yet.</p>
      ) : (
        <>
          <p>
            <span className={styles.number}>
              {inTime.toLocaleString("en-US")} of {shown}
            </span>{" "}
            this year, after {medianDays === 1 ? "1 day" : `${medianDays} days`} in the median.
            {scale > 1 && ` Each square is ${scale} requests.`}
          </p>
          <UnitChart
            label={`${inTime.toLocaleString("en-US")} of ${shown} done in time.`}
            columns={[
              {
                key: "done",
                column: (
                  <UnitColumn units={units} filled={Math.round(inTime / scale)} perRow={perRow} />
                ),
              },
            ]}
            className={styles.chart}
          />
          <LinkButton onClick={onShow}>{shown} done this year</LinkButton>
        </>
      )}
    </div>
  );
}
