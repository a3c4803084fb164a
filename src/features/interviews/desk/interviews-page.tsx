import { useState } from "react";
import { Link, type LoaderFunctionArgs, useSearchParams } from "react-router";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { preload, useData } from "../../../platform/desk/data/use-data.ts";
import { formatDays } from "../../../platform/desk/format/days.ts";
import { isoDayOf } from "../../../platform/desk/format/times.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { ParentLink } from "../../../platform/desk/record/back-link.tsx";
import { UndoBar } from "../../../platform/desk/record/undo-bar.tsx";
import { useUndo } from "../../../platform/desk/record/use-undo.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import { Button, buttonClass } from "../../../platform/desk/ui/button.tsx";
import { Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import { addDays, mondayOf, readWeek } from "../../requests/desk/week.ts";
import { type DeskSlot, interviewEndpoints, interviewsTopic } from "../contract/endpoints.ts";
import styles from "./interviews.module.css";
import { Questions } from "./questions.tsx";
import { SlotDialog } from "./slot-dialog.tsx";
import { SlotList } from "./slot-list.tsx";
import { sendInterviewUndo, weekPath } from "./slot-text.ts";

const weekOf = (search: URLSearchParams) => readWeek(search) ?? mondayOf(isoDayOf(Date.now()));
const endpointOf = (week: string) =>
  withQuery(interviewEndpoints.week, new URLSearchParams({ day: week }).toString());

/** Loads the week in the URL. @throws RequestFailure */
export function loadInterviews({ request }: LoaderFunctionArgs) {
  return preload(endpointOf(weekOf(new URL(request.url).searchParams)));
}

/** Interviews: the times of a week, and the questions. */
export function InterviewsPage() {
  const [search] = useSearchParams();
  const week = weekOf(search);
  const now = useNow();
  const person = useCurrentStaff();
  const colleagues = useColleagues();
  const { data, reload } = useData(endpointOf(week), { topic: interviewsTopic });
  const [said, say] = useState("");
  const [edited, setEdited] = useState<DeskSlot | "new">();
  const undo = useUndo(sendInterviewUndo, reload, () => undefined);
  const thisWeek = mondayOf(isoDayOf(now));
  const today = isoDayOf(now);
  const { slots = [], unstaffed = [] } = data ?? {};

  function done(sentence: string, token: string | null) {
    undo.offer(sentence, token, false);
    void reload();
  }
  return (
    <Panels className={styles.page}>
      <Panel>
        <ParentLink to={deskPaths.applications}>Applications</ParentLink>
        <PageHeading>Interviews</PageHeading>
        <p>
          Times that you keep free. Applicants in the stage Interview to whom you offer times choose
          one of them.
        </p>
        <p>
          <Button onClick={() => setEdited("new")}>Add times…</Button>
        </p>
      </Panel>
      {unstaffed.length > 0 && (
        <Panel labelledBy="interviews-unstaffed">
          <h2 id="interviews-unstaffed">Who interviews?</h2>
          <p>These interviews are with someone who no longer works here. Choose someone else.</p>
          <SlotList
            slots={unstaffed}
            now={now}
            nameOf={colleagues.nameOf}
            onEdit={setEdited}
            onDone={done}
          />
        </Panel>
      )}
      <Panel labelledBy="interview-week">
        <h2 id="interview-week">{formatDays(week, addDays(week, 6))}</h2>
        <nav className={styles.weeks} aria-label="Weeks">
          <Link to={weekPath(addDays(week, -7))} className={buttonClass("ghost", true)}>
            Week before
          </Link>
          {week !== thisWeek && (
            <Link to={weekPath(thisWeek)} className={buttonClass("ghost", true)}>
              This week
            </Link>
          )}
          <Link to={weekPath(addDays(week, 7))} className={buttonClass("ghost", true)}>
            Week after
          </Link>
        </nav>
        {slots.length === 0 ? (
          <p className={styles.none}>No times are kept free this week.</p>
        ) : (
          <SlotList
            slots={slots}
            now={now}
            nameOf={colleagues.nameOf}
            onEdit={setEdited}
            onDone={done}
          />
        )}
        <UndoBar changes={undo} isOfRecord={false} />
      </Panel>
      <Panel labelledBy="interview-questions">
        <Questions onDone={say} />
        <p role="status" className={styles.said}>
          {said}
        </p>
      </Panel>
      {edited && (
        <SlotDialog
          slot={edited === "new" ? undefined : edited}
          day={week < today ? today : week}
          staffId={person.id}
          colleagues={colleagues}
          onDone={done}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panels>
  );
}
