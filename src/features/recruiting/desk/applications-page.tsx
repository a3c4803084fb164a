import { useEffect, useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { brand } from "../../../brand.ts";
import { withQuery } from "../../../platform/contract/define-endpoint.ts";
import { maxCount } from "../../../platform/contract/desk/max-count.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { countShown, usePages } from "../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../platform/desk/format/format-count.ts";
import { useNow } from "../../../platform/desk/format/use-now.ts";
import { ListAndRecord } from "../../../platform/desk/record/list-and-record.tsx";
import { UndoBar } from "../../../platform/desk/record/undo-bar.tsx";
import { useUndo } from "../../../platform/desk/record/use-undo.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../platform/desk/shell/use-colleagues.ts";
import type { Outcome } from "../../../platform/site/runtime/api.ts";
import {
  type ApplicationFilter,
  type ApplicationPage,
  applicationEndpoints,
  applicationsTopic,
} from "../contract/applications.ts";
import { openStages } from "../contract/stages.ts";
import {
  applicationPath,
  countWord,
  formatFilter,
  readAddress,
  type View,
} from "./application-query.ts";
import { ApplicationsProvider } from "./applications-context.ts";
import styles from "./applications-page.module.css";
import { BoardView } from "./board.tsx";
import { DocumentsSection } from "./documents/documents-section.tsx";
import { FunnelSection } from "./funnel/funnel-section.tsx";
import { WaitlistSection } from "./funnel/waitlist-section.tsx";
import { ApplicationHead } from "./head.tsx";
import { ListView } from "./list.tsx";
import { OpenApplication } from "./record/open-application.tsx";
import { useBoard } from "./use-board.ts";

const applicationPages = {
  rowsOf: (page: ApplicationPage) => page.applications,
  topic: applicationsTopic,
} as const;

/** Applications: board or list, the open application, the funnel and the waiting list. */
export function ApplicationsPage() {
  const person = useCurrentStaff();
  const colleagues = useColleagues();
  const { reference } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const address = useMemo(() => readAddress(search), [search]);
  const { view, filter } = address;
  const now = useNow();
  const [said, announce] = useState("");
  const [ownChange, setOwnChange] = useState<Promise<void>>();
  const undo = useUndo(sendUndo, async () => renew(), setOwnChange);
  const offerUndo = (
    token: string | null,
    isOfRecord: boolean,
    what = "1 application is moved.",
  ) => {
    if (token !== null) undo.offer(what, token, isOfRecord);
  };
  const board = useBoard(view === "board" ? filter : null, {
    announce,
    onMoved: (token) => offerUndo(token, false),
    onStart: setOwnChange,
  });
  const list = usePages(
    view === "list" ? withQuery(applicationEndpoints.list, formatFilter(filter)) : null,
    applicationPages,
  );
  const counts = useData(applicationEndpoints.counts, { topic: applicationsTopic });
  const open = counts.data?.open;

  useEffect(() => {
    if (reference !== undefined) return;
    const shown = open === undefined ? "" : ` (${formatCount(open, open < maxCount)} open)`;
    document.title = `Applications${shown} - ${brand.name} desk`;
  }, [reference, open]);

  function setFilter(next: ApplicationFilter, isTyping = false) {
    const path = applicationPath(reference, { view, filter: next });
    void navigate(path, { replace: isTyping });
  }
  function setView(next: View) {
    const { q: _words, status: _status, ...shared } = filter;
    const kept = next === "board" ? shared : filter;
    void navigate(applicationPath(reference, { view: next, filter: kept }));
  }
  function renew() {
    void board.reload();
    void list.reload();
    void counts.reload();
  }

  const context = useMemo(
    () => ({ ...colleagues, person, now, announce }),
    [colleagues, person, now],
  );
  const { count, isCountExact } = countShown(list);
  const shown =
    view === "list"
      ? `${formatCount(count, isCountExact)} ${countWord(filter)}`
      : `${countOnBoard(board.stages)} open`;
  return (
    <ApplicationsProvider value={context}>
      <PageHeading className="sr">Applications</PageHeading>
      <p role="status" className="sr">
        {said}
      </p>
      <ListAndRecord
        wide="list"
        label="Application"
        isOpen={reference !== undefined}
        list={
          <div className={styles.main}>
            <ApplicationHead
              view={view}
              filter={filter}
              counts={counts.data}
              shown={shown}
              onFilter={setFilter}
              onView={setView}
            />
            {view === "board" ? (
              <BoardView board={board} address={address} openReference={reference} />
            ) : (
              <ListView list={list} address={address} openReference={reference} />
            )}
            <UndoBar changes={undo} isOfRecord={false} />
            <FunnelSection track={filter.track} />
            <WaitlistSection />
            <DocumentsSection />
          </div>
        }
      >
        {reference !== undefined && (
          <OpenApplication
            key={reference}
            reference={reference}
            back={{
              to: applicationPath(undefined, address),
              label: `${view === "board" ? "Board" : "List"}, ${shown}`,
            }}
            ownChange={ownChange}
            onChanged={renew}
            onMoved={(token, what) => offerUndo(token, true, what)}
          />
        )}
        <UndoBar changes={undo} isOfRecord />
      </ListAndRecord>
    </ApplicationsProvider>
  );
}

async function sendUndo(undo: string): Promise<Outcome<string>> {
  const outcome = await deskRequest(applicationEndpoints.undo, { undo });
  if (!outcome.ok) return outcome;
  const { restored } = outcome.data;
  return {
    ok: true,
    data:
      restored === 1
        ? "1 application is as before."
        : "The application was changed by someone else first and was left alone.",
  };
}

function countOnBoard(stages: ReturnType<typeof useBoard>["stages"]): string {
  const open = (stages ?? []).filter(({ status }) => openStages.includes(status));
  const count = open.reduce((sum, stage) => sum + stage.count, 0);
  return formatCount(
    count,
    open.every((stage) => stage.count < maxCount),
  );
}
