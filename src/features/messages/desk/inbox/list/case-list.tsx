import type { Ref } from "react";
import { failureMessage } from "../../../../../platform/desk/data/desk-request.ts";
import { useLiveState } from "../../../../../platform/desk/data/live-channel.ts";
import type { Pages } from "../../../../../platform/desk/data/use-pages.ts";
import { ExportButtons } from "../../../../../platform/desk/record/export-buttons.tsx";
import { SearchPlaces } from "../../../../../platform/desk/record/search-facts.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import type { CaseFilter, CasePage, CasePlace, CaseRow } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { casePath } from "../case-path.ts";
import { useInbox } from "../inbox-context.ts";
import { LostLine } from "../live-line.tsx";
import styles from "./case-list.module.css";
import { CaseRowItem } from "./case-row.tsx";
import { EmptyList } from "./empty-list.tsx";
import { formatFilter } from "./filter-query.ts";
import { ListNotices } from "./list-notices.tsx";

interface CaseListViewProps {
  readonly list: Pages<CasePage, CaseRow>;
  readonly filter: CaseFilter;
  readonly query: string;
  readonly openReference: string | undefined;
  /** Undefined outside selection mode. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onChoose: (reference: string, isChosen: boolean) => void;
  readonly onShowNew: () => void;
  readonly onShowAll: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

const placeNames: Readonly<Record<CasePlace, string>> = {
  open: "open",
  snoozed: "snoozed",
  done: "in Done",
  "taken-back": "in Taken back",
  merged: "in Merged",
  spam: "in Spam",
};

export function CaseListView(props: CaseListViewProps) {
  const { list, filter, query, openReference, chosen, onChoose, ref } = props;
  const { first, rows = [], hasMore } = list;
  const { lostAt } = useLiveState();
  const waiting = list.waiting.length;
  return (
    <div ref={ref} className={styles.scroll} aria-busy={list.isLoading || undefined}>
      <ListNotices>
        <LostLine />
        {waiting > 0 && (
          <button type="button" className={styles.fresh} onClick={props.onShowNew}>
            <DeskIcon name="up" />
            {waiting === 1 ? "1 new message" : `${waiting} new messages`}
          </button>
        )}
      </ListNotices>
      {list.error && (
        <div role="alert" className={styles.failure}>
          <p>{failureMessage(list.error)}</p>
          <Button
            look="ghost"
            isSmall
            onClick={() => void (first && hasMore ? list.showMore() : list.refresh())}
          >
            Try again
          </Button>
        </div>
      )}
      {!first && !list.error && <p className={styles.note}>Loading messages…</p>}
      {first && rows.length === 0 && !hasMore && waiting === 0 && (
        <EmptyList filter={filter} page={first} onShowAll={props.onShowAll} />
      )}
      {rows.length > 0 && first?.search && (
        <div className={styles.facts}>
          <SearchPlaces
            search={first.search}
            names={placeNames}
            chosen={filter.status}
            toPlace={(status) => casePath(undefined, formatFilter({ ...filter, status }))}
            more="Messages that are done, taken back or spam are searched, too."
          />
        </div>
      )}
      {rows.length > 0 && (
        <ul className={waiting > 0 || lostAt !== undefined ? styles.tall : undefined}>
          {rows.map((row) => (
            <CaseRowItem
              key={row.reference}
              row={row}
              hasLeft={list.left.includes(row.reference)}
              to={casePath(row.reference, query)}
              isOpen={row.reference === openReference}
              isChoosing={chosen !== undefined}
              isChosen={chosen?.has(row.reference) ?? false}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {first && <ListEnd {...props} />}
    </div>
  );
}

function ListEnd({ list, query }: CaseListViewProps) {
  const { canWork } = useInbox();
  const shown = list.rows?.length ?? 0;
  if (list.hasMore) {
    return (
      <div className={styles.end}>
        <Button
          look="ghost"
          aria-disabled={list.isLoadingMore || undefined}
          onClick={() => void list.showMore()}
        >
          {list.isLoadingMore ? "Loading…" : shown === 0 ? "Search further back" : "Show more"}
        </Button>
        <span>
          {shown === 0 ? "Only the newest messages were searched." : `${shown} are shown.`}
        </span>
      </div>
    );
  }
  if (shown === 0) return null;
  return (
    <div className={styles.end}>
      <span>{shown === 1 ? "This is the only one." : `All ${shown} are shown.`}</span>
      {canWork && (
        <ExportButtons
          endpoint={inboxEndpoints.export}
          fileName="messages"
          query={new URLSearchParams(query)}
        />
      )}
    </div>
  );
}
