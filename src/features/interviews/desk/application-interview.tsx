import { useState } from "react";
import { Link } from "react-router";
import { withId } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { Undoable } from "../../../platform/contract/desk/undo.ts";
import { deskRequest, failureMessage } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { formatDayLong, isoDayOf } from "../../../platform/desk/format/times.ts";
import { UndoBar } from "../../../platform/desk/record/undo-bar.tsx";
import { useUndo } from "../../../platform/desk/record/use-undo.ts";
import type { Colleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { FieldFrame } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, linkClass } from "../../../platform/desk/ui/form-controls.tsx";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import { type ApplicationInterview, interviewEndpoints } from "../contract/endpoints.ts";
import { isOpen } from "../contract/interviews.ts";
import styles from "./application-interview.module.css";
import { Scores } from "./scores.tsx";
import { describeDeskSlot, sendInterviewUndo, stateNames, weekPath } from "./slot-text.ts";

interface InterviewSectionProps {
  readonly reference: string;
  /** Whether the application is in the stage. */
  readonly isInStage: boolean;
  readonly now: number;
  readonly colleagues: Colleagues;
  /** Topic of applications in the live channel. */
  readonly topic: string;
  readonly announce: (sentence: string) => void;
  readonly onChanged: () => void;
}

type Act = (sentence: string, send: () => Promise<Outcome<Undoable>>) => void;

/** The interview of the open application: times, what became of it, and scores. */
export function InterviewSection(props: InterviewSectionProps) {
  const { reference, isInStage, topic, announce, onChanged, colleagues } = props;
  const { data, reload } = useData(withId(interviewEndpoints.read, reference), { topic });
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const renew = async () => {
    await reload();
    onChanged();
  };
  const undo = useUndo(sendInterviewUndo, renew, () => undefined);
  if (!data || (!isInStage && data.state === null && data.scores.length === 0)) return null;

  const act: Act = async (sentence, send) => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await send();
    setBusy(false);
    setFailure(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok) {
      announce(sentence);
      undo.offer(sentence, outcome.data.undo, true);
    }
    await renew();
  };
  return (
    <section className={styles.interview} aria-labelledby="application-interview">
      <h3 id="application-interview">Interview</h3>
      <Planned {...props} interview={data} act={act} />
      <FormAlert message={failure} />
      <Scores reference={reference} interview={data} nameOf={colleagues.nameOf} act={act} />
      <UndoBar changes={undo} isOfRecord />
    </section>
  );
}

interface PlannedProps extends InterviewSectionProps {
  readonly interview: ApplicationInterview;
  readonly act: Act;
}

function Planned({ interview, reference, isInStage, now, colleagues, act }: PlannedProps) {
  const { state, slot, hasAsked, version, withStaffId } = interview;
  const outcomeEndpoint = withId(interviewEndpoints.outcome, reference);
  const sendOutcome = (outcome: "done" | "no-show") =>
    deskRequest(outcomeEndpoint, { version, outcome });
  const isOver = slot !== null && Date.parse(slot.startsAt) <= now;
  return (
    <>
      {state !== null && (
        <p>
          <b>{stateNames[state]}.</b>{" "}
          {slot && (
            <>
              <Link to={weekPath(isoDayOf(Date.parse(slot.startsAt)))}>
                {formatDayLong(slot.startsAt, now)}, {describeDeskSlot(slot)}
              </Link>
              , {colleagues.nameOf(slot.staffId)}.
            </>
          )}
          {state === "offered" &&
            (withStaffId === null
              ? "All free times."
              : `Free times of ${colleagues.nameOf(withStaffId)}.`)}
          {hasAsked && " The applicant asked for another time: see the messages."}
        </p>
      )}
      {isInStage && (!isOver || state === "done" || state === "no-show") && (
        <Offer
          interview={interview}
          colleagues={colleagues}
          send={(body) =>
            deskRequest(withId(interviewEndpoints.offer, reference), { ...body, version })
          }
          act={act}
        />
      )}
      <div className={styles.buttons}>
        {isOver && state !== "done" && (
          <Button
            isSmall
            onClick={() => act("It is noted that it took place.", () => sendOutcome("done"))}
          >
            It took place
          </Button>
        )}
        {isOver && state !== "no-show" && (
          <Button
            look="ghost"
            isSmall
            onClick={() =>
              act("It is noted that the applicant did not come.", () => sendOutcome("no-show"))
            }
          >
            Did not come
          </Button>
        )}
        {isOpen(interview) && !isOver && (
          <Button
            look="ghost"
            isSmall
            onClick={() =>
              act(slot ? "The interview is canceled." : "The offer is taken back.", () =>
                deskRequest(withId(interviewEndpoints.cancel, reference), { version }),
              )
            }
          >
            {slot ? "Cancel the interview" : "Take the offer back"}
          </Button>
        )}
      </div>
    </>
  );
}

interface OfferProps extends Pick<PlannedProps, "interview" | "colleagues" | "act"> {
  readonly send: (body: { readonly staffId: string | null }) => Promise<Outcome<Undoable>>;
}

/** Offers the free times, of everyone or of one coworker. */
function Offer({ interview: { free, state, withStaffId }, colleagues, send, act }: OfferProps) {
  const [staffId, setStaffId] = useState(withStaffId ?? "");
  const page = (
    <Link to={deskPaths.interviews} className={linkClass}>
      Add times
    </Link>
  );
  if (free.length === 0) return <p>No one has a free time in the next weeks. {page}</p>;
  const chosen = free.includes(staffId) ? staffId : null;
  return (
    <div className={styles.offer}>
      <FieldFrame id="interview-staff" label="Whose times">
        <select
          id="interview-staff"
          value={chosen ?? ""}
          onChange={({ target }) => setStaffId(target.value)}
        >
          <option value="">Everyone’s</option>
          {free.map((id) => (
            <option key={id} value={id}>
              {colleagues.nameOf(id)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <Button
        onClick={() =>
          act("Times are offered. The applicant gets an email.", () => send({ staffId: chosen }))
        }
      >
        {state === "booked"
          ? "Ask to choose another time"
          : state === "offered"
            ? "Offer again"
            : "Offer times"}
      </Button>
    </div>
  );
}
