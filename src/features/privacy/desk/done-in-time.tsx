import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { House } from "../../../platform/desk/format/house.tsx";
import { Street } from "../../../platform/desk/format/street.tsx";
import { findWindowScale } from "../../../platform/desk/format/window-scale.ts";
import { LinkButton } from "../../../platform/desk/ui/form-parts.tsx";
import { maxDoneCount } from "../contract/cases.ts";
import type { PrivacyPage } from "../contract/endpoints.ts";
import styles from "./request-list.module.css";

interface DoneInTimeProps {
  readonly done: PrivacyPage["done"];
  readonly onShow: () => void;
}

const maxWindows = 45;
const columns = 9;

/** How many requests of this year were done in time. */
export function DoneInTime({ done, onShow }: DoneInTimeProps) {
  const { count, inTime, medianDays } = done;
  const scale = findWindowScale(count, maxWindows);
  const windows = Math.ceil(count / scale);
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
            {scale > 1 && ` One window is ${scale} requests.`}
          </p>
          <Street
            label={`A house of ${windows} windows, ${Math.round(inTime / scale)} lit.`}
            houses={[
              {
                key: "done",
                house: (
                  <House windows={windows} lit={Math.round(inTime / scale)} columns={columns} />
                ),
              },
            ]}
            className={styles.street}
          />
          <LinkButton onClick={onShow}>{shown} done this year</LinkButton>
        </>
      )}
    </div>
  );
}
