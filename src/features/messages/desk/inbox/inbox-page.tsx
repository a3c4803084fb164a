import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { brand } from "../../../../brand.ts";
import { withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { useLiveState } from "../../../../platform/desk/data/live-channel.ts";
import { countShown, usePages } from "../../../../platform/desk/data/use-pages.ts";
import { formatCount } from "../../../../platform/desk/format/format-count.ts";
import { useNow } from "../../../../platform/desk/format/use-now.ts";
import { UndoBar } from "../../../../platform/desk/record/undo-bar.tsx";
import { isSet } from "../../../../platform/desk/shell/browser-settings.ts";
import { OpenKeys } from "../../../../platform/desk/shell/open-keys.tsx";
import { PageHeading } from "../../../../platform/desk/shell/page-heading.tsx";
import { useCurrentStaff } from "../../../../platform/desk/shell/session.ts";
import { useColleagues } from "../../../../platform/desk/shell/use-colleagues.ts";
import type { CaseFilter } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { casePath } from "./case-path.ts";
import { type Inbox, InboxProvider } from "./inbox-context.ts";
import styles from "./inbox-page.module.css";
import { CaseListView } from "./list/case-list.tsx";
import { casePages } from "./list/case-pages.ts";
import { ChosenBar } from "./list/chosen-bar.tsx";
import { FilterPanel } from "./list/filter-panel.tsx";
import { countWord, formatFilter, readFilter } from "./list/filter-query.ts";
import { ListHead } from "./list/list-head.tsx";
import { describeEdit, useChanges } from "./list/use-changes.ts";
import { useChosen } from "./list/use-chosen.ts";
import { useCounts } from "./list/use-counts.ts";
import { findNextCase, NextCase } from "./next-case.tsx";
import { OpenRecord, type RecordHandle } from "./record/open-record.tsx";
import { usePreloadedRecord } from "./record/record-view.tsx";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useScreens } from "./use-screens.ts";

/** The inbox: filters, list and the open case. Filters and case are in the URL. */
export function InboxPage() {
  const person = useCurrentStaff();
  const { reference } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filter = useMemo(() => readFilter(search), [search]);
  const query = formatFilter(filter);
  const canWork = person.permissions.includes("inbox-work");

  const now = useNow();
  const { colleagues, nameOf, calledNameOf } = useColleagues();
  const [said, announce] = useState("");
  const counted = useCounts();
  const { renew } = counted;
  const list = usePages(withQuery(inboxEndpoints.list, query), casePages);
  const { rows: cases = [], reload } = list;
  const count = countShown(list);
  const onChanged = useCallback(async () => {
    await Promise.all([reload(), renew()]);
  }, [reload, renew]);
  const [ownChange, setOwnChange] = useState<Promise<void>>();
  /** The open case, if the user just closed it: the next one is offered instead of the composer. */
  const [closed, setClosed] = useState<string>();
  const onStart = useCallback((change: Promise<void>) => {
    setOwnChange(change);
    setClosed(undefined);
  }, []);
  const changes = useChanges(onChanged, onStart);
  const { offer } = changes;
  const { presence } = useLiveState();
  const next = findNextCase(list, reference, presence, person.id);
  const chosen = useChosen(cases);
  const record = useRef<RecordHandle>(undefined);
  const rows = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = useScreens(reference, rows);
  usePreloadedRecord();

  const { showsKeys, closeKeys, onShown } = useInboxKeys({
    rows,
    cases,
    record,
    openReference: reference,
    canWork,
    changeMany: (some, edit) => void changes.changeMany(some, edit),
    open: (other) => void navigate(casePath(other, query)),
    showComposer: () => flushSync(() => setClosed(undefined)),
  });
  useEffect(() => {
    if (reference === undefined) document.title = `Inbox - ${brand.name} desk`;
  }, [reference]);

  const setFilter = useCallback(
    (next: CaseFilter, isTyping = false) => {
      // While the user types, the case stays open and Back does not go letter by letter.
      const path = casePath(isTyping ? reference : undefined, formatFilter(next));
      void navigate(path, { replace: isTyping });
    },
    [navigate, reference],
  );
  const onHandle = useCallback(
    (handle: RecordHandle | undefined) => {
      record.current = handle;
      if (handle?.detail) onShown(handle.detail.reference);
    },
    [onShown],
  );

  const inbox = useMemo<Inbox>(() => {
    const offerUndo = (sentence: string, undo: string | null) => offer(sentence, undo, true);
    return { person, colleagues, canWork, nameOf, calledNameOf, now, announce, offerUndo };
  }, [person, colleagues, nameOf, calledNameOf, canWork, now, offer]);
  const hasNoneYet = count.count === 0 && !count.isCountExact;
  const shown = hasNoneYet ? "messages" : formatCount(count.count, count.isCountExact);

  return (
    <InboxProvider value={inbox}>
      <PageHeading className="sr">Inbox</PageHeading>
      <p role="status" className="sr">
        {said}
      </p>
      <div className={styles.frame}>
        <div
          className={`${styles.inbox} ${reference === undefined ? styles.listed : styles.opened}`}
        >
          <FilterPanel filter={filter} onFilter={setFilter} counted={counted} shown={shown} />
          <section className={styles.list} aria-label="Messages">
            <ListHead
              filter={filter}
              onFilter={setFilter}
              counts={counted.counts}
              {...count}
              isChoosing={chosen.isChoosing}
              onChoose={canWork ? chosen.toggle : undefined}
              headingRef={heading}
            />
            {chosen.isChoosing && (
              <ChosenBar
                chosen={chosen.rows}
                isBusy={changes.isBusy}
                onChange={(edit) => {
                  chosen.clear();
                  void changes.changeMany(chosen.rows, edit);
                }}
                onChooseAll={chosen.chooseAll}
                onStop={chosen.toggle}
              />
            )}
            <CaseListView
              ref={rows}
              list={list}
              filter={filter}
              query={query}
              openReference={reference}
              chosen={chosen.isChoosing ? chosen.references : undefined}
              onChoose={chosen.choose}
              onShowNew={() => {
                void list.refresh().then(() => {
                  rows.current?.scrollTo({ top: 0 });
                  heading.current?.focus();
                });
              }}
              onShowAll={() => setFilter({ sort: filter.sort })}
            />
            <UndoBar changes={changes} isOfRecord={false} />
          </section>
          <section className={styles.record} aria-label="Message">
            {reference === undefined ? (
              <div className={styles.none}>
                <p>
                  Choose a message, or press <kbd>j</kbd> and <kbd>k</kbd>.
                </p>
                {next && <NextCase next={next} to={casePath(next.reference, query)} />}
              </div>
            ) : (
              <OpenRecord
                key={reference}
                reference={reference}
                knownTags={Object.keys(counted.counts?.tags ?? {})}
                back={{ to: casePath(undefined, query), label: `${shown} ${countWord(filter)}` }}
                takesFocus={takesFocus}
                ownChange={ownChange}
                isClosed={closed === reference}
                onChanged={(undo, edit, { name }) => {
                  if (undo !== null) changes.offer(describeEdit(edit, name, nameOf), undo, true);
                  void onChanged();
                  if (edit.mergeInto) return void navigate(casePath(edit.mergeInto, query));
                  if (edit.status !== "done" && !edit.snooze) return;
                  if (!next || !isSet("desk-opens-next")) setClosed(reference);
                  else void navigate(casePath(next.reference, query));
                }}
                onHandle={onHandle}
              />
            )}
            <UndoBar
              changes={{
                ...changes,
                dismiss: () => {
                  changes.dismiss();
                  setClosed(undefined);
                },
              }}
              isOfRecord
            />
            {reference !== undefined && closed === reference && (
              <div className={styles.closed}>
                {next ? (
                  <NextCase next={next} to={casePath(next.reference, query)} takesFocus />
                ) : (
                  <p>That was the last one due in this list.</p>
                )}
              </div>
            )}
          </section>
        </div>
      </div>
      <OpenKeys isOpen={showsKeys} onClose={closeKeys} />
    </InboxProvider>
  );
}
