import {
  progress1,
  progress2,
  progress3,
  progress4,
} from "../../../../platform/site/pictures/progress.ts";
import { Icon } from "../../../../platform/site/ui/icon.tsx";
import { Picture } from "../../../../platform/site/ui/picture.tsx";
import type { CaseStatus } from "../../contract/inbox.ts";
import styles from "./progress.module.css";

const steps = ["You wrote to us", "We read it", "We are looking into it", "Solved"] as const;
const answered = "We wrote back";
const pictures = [progress1, progress2, progress3, progress4];

/** The step that a conversation is at, from 1. */
const stepOf: Readonly<Record<CaseStatus, number>> = {
  new: 1,
  "in-progress": 3,
  waiting: 3,
  done: 4,
  "taken-back": 0,
  merged: 4,
};

interface ProgressProps {
  readonly status: CaseStatus;
}

/** Progress of a message: four steps, and a house with as many lit rooms. */
export function Progress({ status }: ProgressProps) {
  const step = stepOf[status];
  const picture = pictures[step - 1];
  if (!picture) return null;
  return (
    <>
      <Steps status={status} />
      <div className={styles.picture}>
        <Picture file={picture} alt="" eager />
      </div>
    </>
  );
}

function Steps({ status }: ProgressProps) {
  const step = stepOf[status];
  return (
    <ol className={styles.steps} aria-label="Progress">
      {steps.map((label, index) => {
        const number = index + 1;
        const isPast = number < step || status === "done";
        return (
          <li key={label} aria-current={number === step ? "step" : undefined}>
            {isPast && <Icon name="check" />}
            <span>
              {number}. {number === 3 && status === "waiting" ? answered : label}
              {isPast && <span className="sr">, done</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
