import { Link } from "react-router";
import { maxCount } from "../../../../../platform/contract/desk/max-count.ts";
import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { useData } from "../../../../../platform/desk/data/use-data.ts";
import { formatCount } from "../../../../../platform/desk/format/format-count.ts";
import { type CaseCounts, type CaseFilter, inboxTopic } from "../../../contract/inbox.ts";
import { callBackEndpoints } from "../../../contract/inbox-endpoints.ts";
import { maxOfPart, myWorkEndpoints } from "../../../contract/my-work.ts";
import { casePath } from "../case-path.ts";
import { formatFilter, loudStatuses } from "./filter-query.ts";
import styles from "./view-strip.module.css";

interface ViewStripProps {
  readonly filter: CaseFilter;
  readonly counts: CaseCounts | undefined;
}

/** The lists that staff use most, one press each; all other filters are behind a button. */
export function ViewStrip({ filter, counts }: ViewStripProps) {
  const { data: owed } = useData(callBackEndpoints.counts, { topic: inboxTopic });
  const { data: mine } = useData(myWorkEndpoints.count, { topic: inboxTopic });
  const { sort } = filter;
  const current = formatFilter({ ...filter, sort: undefined });
  const views = [
    ["All open", {}, counts?.open],
    ["Mine", { assignee: "me" }, counts?.assignees.me],
    ["Unassigned", { assignee: "nobody" }, counts?.assignees.nobody],
    ["Overdue", { status: "overdue" }, counts?.overdue],
    ["Snoozed", { status: "snoozed" }, counts?.statuses.snoozed],
    ["Not delivered", { status: "undelivered" }, counts?.statuses.undelivered],
    ["Spam", { status: "spam" }, counts?.statuses.spam],
  ] as const satisfies readonly (readonly [string, CaseFilter, number | undefined])[];
  return (
    <nav aria-label="Views" className={styles.strip}>
      <Link to={deskPaths.myWork}>
        My work {mine && formatCount(mine.count, mine.count < maxOfPart)}
      </Link>
      {views.map(([name, view, count]) => {
        const isLoud = "status" in view && loudStatuses.includes(view.status) && (count ?? 0) > 0;
        return (
          <Link
            key={name}
            to={casePath(undefined, formatFilter({ ...view, sort }))}
            className={isLoud ? styles.loud : undefined}
            aria-current={current === formatFilter(view) || undefined}
          >
            {name} {count !== undefined && formatCount(count, count < maxCount)}
          </Link>
        );
      })}
      <Link to={deskPaths.callBacks} className={owed?.overdue ? styles.loud : undefined}>
        Call back {owed && formatCount(owed.open, owed.open < maxCount)}
      </Link>
    </nav>
  );
}
