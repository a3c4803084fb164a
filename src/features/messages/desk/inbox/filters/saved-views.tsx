import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import type { SavedView } from "../../../../../platform/contract/desk/saved-views.ts";
import { withId } from "../../../../../platform/contract/endpoints/define-endpoint.ts";
import { tooLong } from "../../../../../platform/contract/form-engine/rules.ts";
import { deskRequest, failureMessage } from "../../../../../platform/desk/api/desk-request.ts";
import { formatCount } from "../../../../../platform/desk/format/format-count.ts";
import { AskButton } from "../../../../../platform/desk/ui/ask-button.tsx";
import { Button } from "../../../../../platform/desk/ui/button.tsx";
import { DeskIcon } from "../../../../../platform/desk/ui/desk-icon.tsx";
import { TextField } from "../../../../../platform/desk/ui/field.tsx";
import { inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { type CaseFilter, inboxLimits } from "../../../contract/desk/inbox.ts";
import { casePath } from "../case-path.ts";
import { useInbox } from "../inbox-context.ts";
import { formatFilter, isPlainFilter, readFilter } from "./filter-query.ts";
import styles from "./saved-views.module.css";
import type { Counts } from "./use-counts.ts";

interface SavedViewsProps {
  readonly filter: CaseFilter;
  readonly counted: Counts;
}

export function SavedViews({ filter, counted }: SavedViewsProps) {
  const { announce, person } = useInbox();
  const [error, setError] = useState<string>();
  const mayTidy = person.permissions.includes("settings");
  const query = formatFilter(filter);
  const views = counted.views.map((view) => ({
    ...view,
    query: formatFilter(readFilter(new URLSearchParams(view.query))),
  }));
  const isSaved = views.some((view) => view.query === query);

  async function remove(view: SavedView) {
    const outcome = await deskRequest(withId(inboxEndpoints.removeView, view.id));
    setError(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok) await noteRemoved(view);
  }
  async function noteRemoved(view: SavedView) {
    announce(`The view ${view.name} is removed.`);
    await counted.renew();
  }
  return (
    <>
      <h2>Views</h2>
      {views.length === 0 && (
        <p className={styles.hint}>Choose filters, then save them here under a name.</p>
      )}
      <ul>
        {views.map((view) => (
          <li key={view.id} className={styles.item}>
            <Link
              to={casePath(undefined, view.query)}
              className={styles.view}
              aria-current={view.query === query || undefined}
            >
              <span>
                <bdi>{view.name}</bdi>
                {view.isShared && <span className="sr">, shared</span>}
              </span>
              <b>{formatCount(view.count, view.isCountExact)}</b>
            </Link>
            {view.isOwn && !view.isShared && (
              <button type="button" className={styles.remove} onClick={() => void remove(view)}>
                <DeskIcon name="close" />
                <span className="sr">
                  Remove the view <bdi>{view.name}</bdi>
                </span>
              </button>
            )}
            {view.isShared && (view.isOwn || mayTidy) && (
              <AskButton
                label="Remove"
                of={`the view ${view.name}`}
                look="ghost"
                heading={`Remove the view “${view.name}”?`}
                text={`${view.isOwn ? "You" : view.owner} shared it with everyone. It is removed for all staff; its messages stay.`}
                confirmLabel="Remove the view"
                send={() => deskRequest(withId(inboxEndpoints.removeView, view.id))}
                onDone={() => void noteRemoved(view)}
              />
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      {!isPlainFilter(filter) && !isSaved && <SaveView query={query} counted={counted} />}
    </>
  );
}

function SaveView({ query, counted }: { query: string; counted: Counts }) {
  const { announce } = useInbox();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const id = useId();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get("name")).trim();
    if (name === "") {
      setError("Give the view a name.");
      return;
    }
    if (name.length > inboxLimits.viewName) {
      setError(tooLong("The name", inboxLimits.viewName));
      return;
    }
    const body = { name, query, isShared: data.has("shared") };
    const outcome = await deskRequest(inboxEndpoints.saveView, body);
    if (!outcome.ok) {
      setError(failureMessage(outcome.error));
      return;
    }
    setOpen(false);
    setError(undefined);
    announce(`The view ${name} is saved.`);
    await counted.renew();
  }
  if (!isOpen) {
    return (
      <div className={styles.save}>
        <Button look="ghost" isSmall onClick={() => setOpen(true)}>
          Save this view
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.save} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        id={id}
        name="name"
        label="Name of the view"
        autoComplete="off"
        autoFocus
        error={error}
      />
      <label className={styles.check}>
        <input type="checkbox" name="shared" />
        Share with everyone
      </label>
      <Button type="submit" isSmall>
        Save
      </Button>
      <Button look="quiet" isSmall onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </form>
  );
}
