import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import { type DeskEndpoint, type NoBody, withId } from "../../contract/define-endpoint.ts";
import type { SavedView } from "../../contract/desk/saved-views.ts";
import { tooLong } from "../../contract/form-engine/rules.ts";
import { deskRequest, failureMessage } from "../data/desk-request.ts";
import { formatCount } from "../format/format-count.ts";
import { useCurrentStaff } from "../shell/session.ts";
import { AskButton } from "../ui/ask-button.tsx";
import { Button } from "../ui/button.tsx";
import { DeskIcon } from "../ui/desk-icon.tsx";
import { TextField } from "../ui/field.tsx";
import styles from "./saved-views.module.css";

/** The list that the views belong to. */
export interface ViewedList {
  readonly saveView: DeskEndpoint<
    { readonly name: string; readonly query: string; readonly isShared: boolean },
    { readonly id: string }
  >;
  readonly removeView: DeskEndpoint<NoBody, unknown>;
  /** What a removal does not remove: "its messages stay". */
  readonly staying: string;
  /** Characters of a view's name. */
  readonly maxName: number;
  /** URL of the list with a filter. */
  readonly pathOf: (query: string) => string;
}

interface SavedViewsProps {
  readonly list: ViewedList;
  /** Their queries as the list writes them. */
  readonly views: readonly SavedView[];
  /** The current filter; "" for none, which is no view. */
  readonly query: string;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
  /** Loads the views again. */
  readonly renew: () => Promise<void>;
}

/** Filters with a name, personal and shared. */
export function SavedViews({ list, views, query, announce, renew }: SavedViewsProps) {
  const person = useCurrentStaff();
  const [error, setError] = useState<string>();
  const mayTidy = person.permissions.includes("settings");
  const isSaved = views.some((view) => view.query === query);

  async function remove(view: SavedView) {
    const outcome = await deskRequest(withId(list.removeView, view.id));
    setError(outcome.ok ? undefined : failureMessage(outcome.error));
    if (outcome.ok) await noteRemoved(view);
  }
  async function noteRemoved(view: SavedView) {
    announce(`The view ${view.name} is removed.`);
    await renew();
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
              to={list.pathOf(view.query)}
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
                text={`${view.isOwn ? "You" : view.owner} shared it with everyone. It is removed for all staff; ${list.staying}.`}
                confirmLabel="Remove the view"
                send={() => deskRequest(withId(list.removeView, view.id))}
                onDone={() => void noteRemoved(view)}
              />
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      {query !== "" && !isSaved && (
        <SaveView list={list} query={query} announce={announce} renew={renew} />
      )}
    </>
  );
}

function SaveView({ list, query, announce, renew }: Omit<SavedViewsProps, "views">) {
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
    if (name.length > list.maxName) {
      setError(tooLong("The name", list.maxName));
      return;
    }
    const body = { name, query, isShared: data.has("shared") };
    const outcome = await deskRequest(list.saveView, body);
    if (!outcome.ok) {
      setError(failureMessage(outcome.error));
      return;
    }
    setOpen(false);
    setError(undefined);
    announce(`The view ${name} is saved.`);
    await renew();
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
