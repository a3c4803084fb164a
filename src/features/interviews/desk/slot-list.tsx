import { Link } from "react-router";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { formatDayLong, isoDayOf } from "../../../platform/desk/format/times.ts";
import { AskButton } from "../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { Chip } from "../../../platform/desk/ui/chip.tsx";
import { type DeskSlot, interviewEndpoints } from "../contract/endpoints.ts";
import { interviewLimits } from "../contract/interviews.ts";
import styles from "./interviews.module.css";
import { describeDeskSlot, stateNames } from "./slot-text.ts";

interface SlotListProps {
  readonly slots: readonly DeskSlot[];
  readonly now: number;
  readonly nameOf: (staffId: string) => string;
  readonly onEdit: (slot: DeskSlot) => void;
  readonly onDone: (sentence: string, undo: string | null) => void;
}

/** The times of a week, by day. */
export function SlotList({ slots, now, ...rest }: SlotListProps) {
  const days = Map.groupBy(slots, ({ startsAt }) => isoDayOf(Date.parse(startsAt)));
  return (
    <ol className={styles.days}>
      {[...days].map(([day, own]) => (
        <li key={day}>
          <h3>{formatDayLong(own[0]?.startsAt ?? "", now)}</h3>
          <ul>
            {own.map((slot) => (
              <Slot key={slot.id} slot={slot} now={now} {...rest} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Slot(props: Omit<SlotListProps, "slots"> & { readonly slot: DeskSlot }) {
  const { slot, now, nameOf, onEdit, onDone } = props;
  const { id, place, staffId, hasStaff, isWeekly, applicant, version } = slot;
  const what = describeDeskSlot(slot);
  const isOver = Date.parse(slot.startsAt) <= now;
  const remove = (withLater: boolean) =>
    deskRequest(withId(interviewEndpoints.remove, id), { version, withLater });
  const onRemoved = ({ removed, undo }: { removed: number; undo: string | null }) =>
    onDone(removed === 1 ? "1 time is removed." : `${removed} times are removed.`, undo);
  return (
    <li className={styles.slot}>
      <p>
        <b>{what}</b>
        <small>
          {nameOf(staffId)}
          {place !== "" && (
            <>
              , <bdi>{place}</bdi>
            </>
          )}
          {isWeekly && ", each week"}
        </small>
      </p>
      {applicant ? (
        <p>
          <Link to={`${deskPaths.applications}/${applicant.reference}`} className={styles.link}>
            <bdi>{applicant.name}</bdi>
          </Link>
          <Chip look={applicant.state === "booked" ? "marigold" : "gray"} icon="people" isSmall>
            {stateNames[applicant.state]}
          </Chip>
        </p>
      ) : (
        <p>
          <Chip look={isOver || !hasStaff ? "gray" : "sage"} icon="clock" isSmall>
            {isOver ? "Was not chosen" : hasStaff ? "Free" : "Not offered"}
          </Chip>
        </p>
      )}
      {!isOver && (
        <div className={styles.buttons}>
          <Button look="ghost" isSmall onClick={() => onEdit(slot)}>
            Change<span className="sr"> {what}</span>
          </Button>
          {!applicant && (
            <AskButton
              label="Remove…"
              of={what}
              look="ghost"
              heading="Remove this time?"
              text={`No one can choose it then. Times are offered up to ${interviewLimits.offeredDays} days ahead.`}
              confirmLabel="Remove it"
              send={() => remove(false)}
              onDone={onRemoved}
            />
          )}
          {!applicant && isWeekly && (
            <AskButton
              label="Remove this and later…"
              of={what}
              look="ghost"
              heading="Remove this time and those after it?"
              text="Times of this weekly series that someone chose stay."
              confirmLabel="Remove them"
              send={() => remove(true)}
              onDone={onRemoved}
            />
          )}
        </div>
      )}
    </li>
  );
}
