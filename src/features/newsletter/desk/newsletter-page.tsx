import { useRef, useState } from "react";
import { type LoaderFunctionArgs, useNavigation, useParams, useSearchParams } from "react-router";
import { withId, withQuery } from "../../../platform/contract/define-endpoint.ts";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { preload, useData, usePreloaded } from "../../../platform/desk/data/use-data.ts";
import { requireFields, useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { PageHeading } from "../../../platform/desk/shell/page-heading.tsx";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions, Panel, Panels } from "../../../platform/desk/ui/panel.tsx";
import { useScreens } from "../../messages/desk/inbox/use-screens.ts";
import { newsletterEndpoints, newsletterTopic } from "../contract/newsletter-desk.ts";
import { noteErrors, noteLabel } from "./consent-note.ts";
import { GrowthPanel } from "./growth-panel.tsx";
import { ImportPanel } from "./import-panel.tsx";
import styles from "./newsletter.module.css";
import { NewsletterHead } from "./newsletter-head.tsx";
import { listQuery, newsletterPath } from "./newsletter-query.ts";
import { SubscriberList } from "./subscriber-list.tsx";
import { SubscriberRecord } from "./subscriber-record.tsx";
import { countSubscribers } from "./subscriber-text.ts";
import type { Task } from "./task.ts";
import { useFirstFocus } from "./use-first-focus.ts";

/** What the page shows for a URL. */
function endpointsOf(query: URLSearchParams, id: string | undefined) {
  const days = query.get("days");
  return {
    list: withQuery(newsletterEndpoints.list, listQuery(query)),
    growth: withQuery(newsletterEndpoints.growth, new URLSearchParams(days ? { days } : {})),
    subscriber: id === undefined ? null : withId(newsletterEndpoints.read, id),
  };
}

/** @throws RequestFailure */
export function loadNewsletter({ request, params }: LoaderFunctionArgs) {
  const { list, growth, subscriber } = endpointsOf(new URL(request.url).searchParams, params.id);
  return Promise.all([
    preload(list),
    preload(newsletterEndpoints.counts),
    preload(growth),
    subscriber && preload(subscriber),
  ]);
}

const live = { topic: newsletterTopic } as const;

export function NewsletterPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const endpoints = endpointsOf(query, id);
  const list = usePreloaded(endpoints.list, live);
  const counts = usePreloaded(newsletterEndpoints.counts, live);
  const growth = usePreloaded(endpoints.growth, live);
  const opened = useData(endpoints.subscriber, live);
  const subscriber = opened.data;
  const { state } = useNavigation();
  const [task, setTask] = useState<Task>();
  const [message, setMessage] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const takesFocus = useScreens(id, rows);

  function done(what: string) {
    setMessage(what);
    for (const { reload } of [list, counts, growth, opened]) void reload();
  }
  function end(what = "") {
    setTask(undefined);
    done(what);
  }

  return (
    <div className={styles.page}>
      <PageHeading className="sr">Newsletter</PageHeading>
      <p role="status" className="sr">
        {state === "loading" ? "" : message}
      </p>
      {task && (
        <Panels className={`${styles.top} ${id === undefined ? "" : styles.behind}`}>
          {task.kind === "add" ? (
            <AddSubscriber onDone={end} />
          ) : (
            <ImportPanel key={task.file.name} file={task.file} onDone={end} />
          )}
        </Panels>
      )}
      <Panels
        className={`${styles.subscribers} ${id === undefined ? styles.listed : styles.opened}`}
      >
        <SubscriberList
          list={list.data}
          counts={counts.data}
          query={query}
          openId={id}
          rows={rows}
          onTask={(next) => {
            setMessage("");
            setTask(next);
          }}
        />
        {id === undefined ? (
          <div className={styles.record}>
            <NewsletterHead counts={counts.data} />
            <Said message={message} />
            <GrowthPanel growth={growth.data} query={query} />
          </div>
        ) : (
          <section className={styles.record} aria-label="Address">
            <div className={styles.stays}>
              <Said message={message} />
              {subscriber && (
                <SubscriberRecord
                  key={subscriber.id}
                  subscriber={subscriber}
                  back={{
                    to: newsletterPath(query),
                    label: countSubscribers(counts.data.subscribers),
                  }}
                  takesFocus={takesFocus}
                  onChanged={done}
                />
              )}
            </div>
          </section>
        )}
      </Panels>
    </div>
  );
}

/** What was done, visually: the status at the top announces it to screen readers. */
function Said({ message }: { message: string }) {
  return (
    <p aria-hidden="true" className={styles.message}>
      {message}
    </p>
  );
}

/**
 * Adds one address whose owner agreed elsewhere.
 * @param onDone called with what was done, if anything
 */
function AddSubscriber({ onDone }: { onDone: (what?: string) => void }) {
  const heading = useFirstFocus<HTMLHeadingElement>();
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: (values) => requireFields(values, { email: "Enter the address.", ...noteErrors }),
    send: ({ email = "", note = "" }) => deskRequest(newsletterEndpoints.add, { email, note }),
    onDone: ({ email }) => onDone(`${email} is now subscribed.`),
  });
  return (
    <Panel labelledBy="add-subscriber">
      <h2 id="add-subscriber" ref={heading} tabIndex={-1}>
        Add one subscriber
      </h2>
      <form {...form} className={formClass}>
        <FormAlert message={alert} />
        <TextField
          id="add-email"
          name="email"
          type="email"
          label="Email address"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          error={fieldErrors.email}
        />
        <TextField
          id="add-note"
          name="note"
          label={noteLabel}
          hint="We can show this if they ask."
          error={fieldErrors.note}
        />
        <Actions>
          <SubmitButton isBusy={isBusy}>Add the subscriber</SubmitButton>
          <Button look="ghost" onClick={() => onDone()}>
            Cancel
          </Button>
        </Actions>
      </form>
    </Panel>
  );
}
