import { SavedViews, type ViewedList } from "../../../../../platform/desk/record/saved-views.tsx";
import { type CaseFilter, inboxLimits } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { casePath } from "../case-path.ts";
import { useInbox } from "../inbox-context.ts";
import { formatFilter, isPlainFilter, readFilter } from "./filter-query.ts";
import type { Counts } from "./use-counts.ts";

const list: ViewedList = {
  saveView: inboxEndpoints.saveView,
  removeView: inboxEndpoints.removeView,
  staying: "its messages stay",
  maxName: inboxLimits.viewName,
  pathOf: (query) => casePath(undefined, query),
};

/** The saved views of the inbox. */
export function InboxViews({ filter, counted }: { filter: CaseFilter; counted: Counts }) {
  const { announce } = useInbox();
  const views = counted.views.map((view) => ({
    ...view,
    query: formatFilter(readFilter(new URLSearchParams(view.query))),
  }));
  return (
    <SavedViews
      list={list}
      views={views}
      query={isPlainFilter(filter) ? "" : formatFilter(filter)}
      announce={announce}
      renew={counted.renew}
    />
  );
}
